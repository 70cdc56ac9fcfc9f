import type { ToolError } from '../../contracts/tool-error.ts';
import { coreErrors } from '../../errors.ts';
import { nearestNames } from '../../text/nearest-names.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';

/** The error for an unknown tool name. It suggests similar names; none of them is run instead. */
export function toolNotFound(name: unknown, names: readonly string[]): ToolError {
  const shown = printable(errorMessage(name).slice(0, 80));
  const nearest = typeof name === 'string' ? nearestNames(name, names) : [];
  return coreErrors.TOOL_NOT_FOUND({
    message: `There is no tool named "${shown}".`,
    ...(nearest.length > 0 && { suggestion: `Did you mean ${nearest.join(' or ')}?` }),
    details: { requested: shown, nearest },
  });
}
