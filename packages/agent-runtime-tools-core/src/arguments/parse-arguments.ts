import type { ToolError } from '../contracts/tool-error.ts';
import type { RepairAction } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import { ArgumentBudget } from './argument-budget.ts';
import { DEFAULT_ARGUMENT_LIMITS, type ArgumentLimits } from './argument-limits.ts';
import { ArgumentRejectedError, copyArguments } from './copy-arguments.ts';
import { repairJsonText } from './repair-json-text.ts';
import { strictJsonProblem } from './strict-json-problem.ts';

export type ParsedArguments =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The mistakes that were removed from the text. */
      readonly repaired?: readonly RepairAction[];
    }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Parses the JSON text of a call's arguments strictly: one value, no duplicate keys, no numbers that lose digits, no lone
 * surrogates, within the limits. A code fence around the text and trailing commas are removed. Never throws.
 */
export function parseArguments(text: string, limits?: Partial<ArgumentLimits>): ParsedArguments {
  if (typeof text !== 'string') return rejected('The arguments are not text.');
  const bounds = { ...DEFAULT_ARGUMENT_LIMITS, ...limits };
  if (text.length > bounds.maxChars) return rejected(`The arguments are larger than ${bounds.maxChars} characters.`);
  const parsed = parse(text, bounds);
  if (parsed.ok) return parsed;
  const repaired = repairJsonText(text);
  const reparsed = repaired && parse(repaired.text, bounds);
  return reparsed?.ok === true ? { ...reparsed, repaired: repaired?.actions ?? [] } : parsed;
}

function parse(text: string, bounds: ArgumentLimits): ParsedArguments {
  const problem = strictJsonProblem(text, bounds);
  if (problem !== undefined) return rejected(`The arguments are not acceptable JSON: ${problem}.`);
  try {
    return { ok: true, value: copyArguments(JSON.parse(text), new ArgumentBudget(bounds)) };
  } catch (error) {
    const message = errorMessage(error);
    const reason = error instanceof ArgumentRejectedError ? `${error.path || 'the value'} ${message}` : message;
    return rejected(`The arguments are not acceptable JSON: ${printable(reason)}.`);
  }
}

function rejected(message: string): ParsedArguments {
  return {
    ok: false,
    error: coreErrors.VALIDATION_ERROR({
      message,
      suggestion: 'Send one JSON object, each key once, and nothing after it.',
    }),
  };
}
