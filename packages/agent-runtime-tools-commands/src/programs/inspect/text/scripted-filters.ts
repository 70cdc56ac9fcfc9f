import { type Call, optionValues } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `jq` programs can load files, and two of its options take the name of a file. */
export function inspectJq(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/\b(?:import|include)\s*"/.test(word.value)) {
      found.addHazard(hazard('unknown', 'a program that loads files'), index);
    }
  }
  // These take two values: a name, and a file.
  for (const { index } of optionValues(call, '--slurpfile', '--rawfile')) {
    const file = call.args.find((arg) => arg.index === index + 1);
    if (file !== undefined) found.addPath('read', { text: file.word.value, kind: file.word.kind, index: index + 1 });
  }
}

/** `yq` expressions can load files and run programs. */
export function inspectYq(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/\b(?:load\w*|system|eval|env\w*)\s*\(/.test(word.value)) {
      found.addHazard(hazard('unknown', 'a program that loads files or runs others'), index);
    }
  }
}
