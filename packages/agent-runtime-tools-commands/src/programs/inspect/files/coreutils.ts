import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { mayLeaveFolder } from '../../../calls/possible-path.ts';
import { hazard } from '../../program.ts';

/** `cat <<'EOF'` only prints text that is in the command itself, so it needs no rule. */
export function inspectCat(call: Call, found: Findings): void {
  if (call.args.length === 0 && call.stdin?.isCertain === true) found.neutral = true;
}

/** A link is resolved from where it is, and later commands would follow it. */
export function inspectLn(call: Call, found: Findings): void {
  for (const { text: path, index } of call.operands) {
    if (mayLeaveFolder(path)) found.addHazard(hazard('unknown', 'the link may lead out of the workspace'), index);
  }
}

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
