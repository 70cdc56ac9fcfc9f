import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `less +command file`: the pager runs its own commands at the start. */
export function inspectPager(call: Call, found: Findings): void {
  for (const operand of call.operands) {
    if (operand.text.startsWith('+')) found.addHazard(hazard('executes', 'runs commands of the pager'), operand.index);
  }
}
