import type { Call } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';

/** `dd if=FILE of=FILE`. */
export function inspectDd(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    const certain = word.kind === 'literal' ? word.value : word.knownPrefix;
    const equals = certain.indexOf('=');
    if (equals < 0 && word.kind !== 'literal') {
      found.addUnknownArgument(index);
      continue;
    }
    const value = { text: word.value.slice(equals + 1), kind: word.kind, index };
    if (certain.startsWith('if=')) found.addPath('read', value);
    else if (certain.startsWith('of=')) found.addPath('write', value, { intended: false });
  }
}
