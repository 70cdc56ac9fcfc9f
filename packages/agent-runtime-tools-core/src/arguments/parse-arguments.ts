import type { ToolError } from '../contracts/tool-error.ts';
import type { RepairAction } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { Allowance, NotAdmitted, admit, type ArgumentLimits } from './admit.ts';
import { DEFAULT_ARGUMENT_LIMITS } from './argument-limits.ts';
import { mendJson } from './mend-json.ts';
import { scanJson } from './scan-json.ts';

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
  const mended = mendJson(text);
  const again = mended && parse(mended.text, bounds);
  return again?.ok === true ? { ...again, repaired: mended?.actions ?? [] } : parsed;
}

function parse(text: string, bounds: ArgumentLimits): ParsedArguments {
  const fault = scanJson(text, bounds);
  if (fault !== undefined) return refused(`The arguments are not acceptable JSON: ${fault}.`);
  try {
    return { ok: true, value: admit(JSON.parse(text), new Allowance(bounds)) };
  } catch (error) {
    const problem = reasonOf(error);
    const reason = error instanceof NotAdmitted ? `${error.path || 'the value'} ${problem}` : problem;
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
