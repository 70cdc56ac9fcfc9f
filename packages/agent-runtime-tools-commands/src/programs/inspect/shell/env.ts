import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import type { AssignmentUse } from '../../../command-analysis.ts';
import { environmentConcern } from '../../../words/variables.ts';
import { argumentsFrom, MAX_READINGS } from './run-operands.ts';

/** `env A=1 B=2 command`: assignments followed by a command. */
export function inspectEnv(call: Call, found: Findings): void {
  const assignments: AssignmentUse[] = [];
  let readings = 0;
  for (const operand of call.operands) {
    const equals = operand.text.indexOf('=');
    if (operand.kind !== 'glob' && equals > 0) {
      const name = operand.text.slice(0, equals);
      const value = operand.kind === 'literal' ? operand.text.slice(equals + 1) : undefined;
      const concern = environmentConcern(name, value);
      assignments.push({ name, value: value ?? '', text: operand.text, ...(concern !== undefined && { concern }) });
      continue;
    }
    found.addCommand(argumentsFrom(call, operand.index), call.name, { assignments });
    if (!call.hasUnknownOption || ++readings >= MAX_READINGS) return;
  }
}
