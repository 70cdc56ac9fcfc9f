import { type Call, optionValues } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `--go_out=folder`: one option for each language. */
export function inspectProtoc(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/^--\w+_out\b/.test(word.value)) found.addHazard(hazard('writes', 'writes what it makes'), index);
  }
}

/** `exiftool -Artist=x file` edits the file. */
export function inspectExiftool(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (/^-[^=]*=/.test(word.value)) found.addHazard(hazard('writes', 'edits files in place'), index);
  }
}

/** A format with a dot or a slash is a Lua script: `pandoc -t x.lua`. */
export function inspectPandoc(call: Call, found: Findings): void {
  for (const { text: format, index } of optionValues(call, ...PANDOC_FORMAT_OPTIONS)) {
    if (/[./]/.test(format)) found.addHazard(hazard('executes', 'the format is a program'), index);
  }
}

const PANDOC_FORMAT_OPTIONS = ['-f', '-r', '--from', '--read', '-t', '-w', '--to', '--write'];
