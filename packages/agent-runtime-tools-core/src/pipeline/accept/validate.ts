import { ArgumentBudget } from '../../arguments/argument-budget.ts';
import { ArgumentRejectedError, copyArguments } from '../../arguments/copy-arguments.ts';
import { describeFaults, type ArgumentFault } from '../../arguments/describe-faults.ts';
import { parseArguments } from '../../arguments/parse-arguments.ts';
import { repairArguments } from '../../arguments/repair-arguments.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { Repair, RepairAction } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import type { CompiledSchema } from '../../schema/compile-schema.ts';
import { deepFreeze } from '../../schema/deep-freeze.ts';
import { exampleArguments } from '../../schema/example-arguments.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Call } from '../call/call.ts';
import { Refusal } from '../refusal.ts';

/**
 * Returns valid, deeply frozen parameters or a refusal: copies the arguments, checks them against the schema, repairs
 * them if that helps, and runs the handler's own `validate` last.
 */
export function validate(call: Call, entry: ToolEntry, rawParams: unknown): unknown {
  let schema: CompiledSchema;
  try {
    schema = entry.input;
  } catch (error) {
    return new Refusal(unusableSchema(entry, error));
  }
  const checked = validateAgainst(schema, rawParams, call, entry);
  return checked instanceof Refusal || entry.handler.validate === undefined
    ? checked
    : validateWithHandler(checked, call, entry);
}

function validateAgainst(schema: CompiledSchema, rawParams: unknown, call: Call, entry: ToolEntry): unknown {
  const limits = call.runtime.argumentLimits;
  try {
    const budget = call.runtime.takeArgumentBudget();
    const valid = schema.copyIfValid(rawParams ?? {}, budget);
    call.argumentChars = budget.size;
    call.runtime.spareArgumentBudget = budget;
    if (valid !== undefined) {
      call.argumentsUnchanged = !schema.hasDefaults;
      return valid;
    }
  } catch {
    // The slower path below finds out what is wrong, and where.
  }
  let params: unknown;
  try {
    const budget = new ArgumentBudget(limits);
    params = copyArguments(rawParams ?? {}, budget);
    call.argumentChars = budget.size;
  } catch (error) {
    return new Refusal(cannotBeCopied(error, entry));
  }
  // Some providers send an empty text for a call without arguments.
  const parsed = typeof params === 'string' ? parseArguments(params.trim() === '' ? '{}' : params, limits) : undefined;
  if (parsed?.ok === false)
    return new Refusal(validationError(entry, [{ parameter: '', message: clause(parsed.error.message) }]));
  const repaired = repairArguments(parsed === undefined ? params : parsed.value, schema.node, {
    limits,
    ...(entry.handler.parameterAliases !== undefined && { aliases: entry.handler.parameterAliases }),
  });
  const repairs: Repair[] =
    parsed === undefined
      ? repaired.repairs
      : [...['parsed-json' as const, ...(parsed.repaired ?? [])].map(atRoot), ...repaired.repairs];
  if (!schema.check(repaired.value)) return new Refusal(invalid(schema, repaired.value, entry));
  if (repairs.length > 0) call.repairs = call.repairs === undefined ? repairs : [...call.repairs, ...repairs];
  return deepFreeze(repaired.value);
}

function atRoot(action: RepairAction): Repair {
  return { path: '', action };
}

function validateWithHandler(params: unknown, call: Call, entry: ToolEntry): unknown {
  try {
    const verdict = entry.handler.validate?.(params, call.context);
    if (verdict?.valid === true) return params;
    // Returning nothing, or a promise, does not count as valid.
    if (verdict?.valid !== false) throw new TypeError('it gave no answer at once');
    const errors = verdict.errors?.length ? verdict.errors : ['the arguments are not acceptable'];
    return new Refusal(
      validationError(
        entry,
        errors.map((message) => ({ parameter: '', message })),
      ),
    );
  } catch (error) {
    return new Refusal(
      validationError(entry, [{ parameter: '', message: `its own check failed: ${printable(errorMessage(error))}` }]),
    );
  }
}

function invalid(schema: CompiledSchema, value: unknown, entry: ToolEntry): ToolError {
  return validationError(entry, describeFaults(schema.faults(value), schema.node));
}

function cannotBeCopied(error: unknown, entry: ToolEntry): ToolError {
  if (!(error instanceof ArgumentRejectedError)) {
    return validationError(entry, [
      { parameter: '', message: `the arguments could not be read: ${printable(errorMessage(error))}` },
    ]);
  }
  const where = error.path === '' ? 'the arguments ' : `${printable(error.path.slice(1, 200))}: `;
  return validationError(entry, [{ parameter: error.path.slice(0, 200), message: where + error.message }]);
}

function validationError(entry: ToolEntry, faults: readonly ArgumentFault[]): ToolError {
  const { name } = entry.handler;
  const example = `${name}(${JSON.stringify(exampleArguments(entry.input.node))})`;
  const text = faults.map((fault) => fault.message).join('; ');
  return coreErrors.VALIDATION_ERROR({
    message: `${name}: ${text}${text.endsWith('?') ? '' : '.'}`,
    suggestion: `Correct the arguments and call again, for example ${example}`,
    details: { faults: faults.map((fault) => ({ ...fault, parameter: printable(fault.parameter) })), example },
  });
}

/** Turns a sentence into a part of another one. */
function clause(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
}

function unusableSchema(entry: ToolEntry, error: unknown): ToolError {
  return coreErrors.EXECUTION_ERROR({
    message: `${entry.handler.name} has a schema that cannot be used: ${printable(errorMessage(error))}`,
  });
}
