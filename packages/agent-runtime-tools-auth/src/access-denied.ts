import { printable, type ToolContext, type ToolError } from '@ku0/agent-runtime-tools-core';
import type { AccessDecision } from './access-rules.ts';
import { authErrors } from './errors.ts';

/** The error of a call that was not allowed. It names the rule, so that a trail of errors shows what decided. */
export function accessDenied(
  { by, rule, role, missing, reason }: AccessDecision,
  { tool, principal }: Pick<ToolContext, 'tool' | 'principal'>,
): ToolError {
  const who = principal === undefined ? 'A call without a principal' : printable(principal.id);
  return authErrors.ACCESS_DENIED({
    message: `${who} may not call ${tool.name} like this: ${reason}`,
    details: {
      by,
      ...(rule !== undefined && { rule }),
      ...(role !== undefined && { role }),
      ...(missing !== undefined && { missing }),
      ...(principal !== undefined && { principal: principal.id }),
    },
    ...(by === 'invalid-principal' && {
      suggestion: 'Other arguments will not help: the application that makes the calls has to be corrected.',
    }),
  });
}
