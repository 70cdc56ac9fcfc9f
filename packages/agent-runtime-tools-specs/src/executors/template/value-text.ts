import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { specErrors } from '../../errors.ts';

/** A value as the text of one argument: strings as they are, everything else as JSON. Throws a ToolFailure for a NUL. */
export function valueText(parameter: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.includes('\0')) throw refused(parameter, 'has a NUL character, which no argument can have');
  return text;
}

/** The failure of a call whose value for a parameter cannot be used. */
export function refused(parameter: string, problem: string, suggestion?: string): ToolFailure {
  return new ToolFailure(
    specErrors.ARGUMENT_REFUSED({
      message: `The value of ${parameter} ${problem}.`,
      details: { parameter },
      ...(suggestion !== undefined && { suggestion }),
    }),
  );
}
