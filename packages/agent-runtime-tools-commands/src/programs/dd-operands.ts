import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';

/** `dd if=FILE of=FILE`. */
export function readDd(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    const certain = word.kind === 'literal' ? word.value : word.knownPrefix;
    const equals = certain.indexOf('=');
    if (equals < 0 && word.kind !== 'literal') {
      found.unknownArgument(index);
      continue;
    }
    const value = { text: word.value.slice(equals + 1), kind: word.kind, index };
    if (certain.startsWith('if=')) found.path('read', value);
    else if (certain.startsWith('of=')) found.path('write', value, { purpose: false });
  }
}
