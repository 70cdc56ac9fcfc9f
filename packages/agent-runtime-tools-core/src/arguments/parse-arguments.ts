import type { ToolError } from '../contracts/tool-error.ts';
import type { RepairAction } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import { ArgumentBudget, ArgumentRejectedError, copyArguments, type ArgumentLimits } from './copy-arguments.ts';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.ts';
import { repairJsonText } from './repair-json-text.ts';
import { strictJsonProblem } from './strict-json-problem.ts';

export type ParsedArguments =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** What was taken for a slip and left out. */
      readonly repaired?: readonly RepairAction[];
    }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Reads the JSON text of a call's arguments, strictly: one value, no duplicate keys, no numbers that lose digits,
 * no lone surrogates, within the limits. Only a code fence around it and commas after the last member are left out, for
 * they can mean nothing else. Never throws.
 */
export function parseArguments(text: string, limits?: Partial<ArgumentLimits>): ParsedArguments {
  if (typeof text !== 'string') return refused('The arguments are not text.');
  const bounds = { ...DEFAULT_ARGUMENT_LIMITS, ...limits };
  if (text.length > bounds.maxChars) return refused(`The arguments are larger than ${bounds.maxChars} characters.`);
  const parsed = parse(text, bounds);
  if (parsed.ok) return parsed;
  const mended = repairJsonText(text);
  const again = mended && parse(mended.text, bounds);
  return again?.ok === true ? { ...again, repaired: mended?.actions ?? [] } : parsed;
}

function parse(text: string, bounds: ArgumentLimits): ParsedArguments {
  const fault = strictJsonProblem(text, bounds);
  if (fault !== undefined) return refused(`The arguments are not acceptable JSON: ${fault}.`);
  try {
    return { ok: true, value: copyArguments(JSON.parse(text), new ArgumentBudget(bounds)) };
  } catch (error) {
    const problem = errorMessage(error);
    const reason = error instanceof ArgumentRejectedError ? `${error.path || 'the value'} ${problem}` : problem;
    return refused(`The arguments are not acceptable JSON: ${printable(reason)}.`);
  }
}

function refused(message: string): ParsedArguments {
  return {
    ok: false,
    error: coreErrors.VALIDATION_ERROR({
      message,
      suggestion: 'Send one JSON object, each key once, and nothing after it.',
    }),
  };
}
