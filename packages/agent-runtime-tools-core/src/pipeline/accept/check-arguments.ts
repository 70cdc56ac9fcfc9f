import type { ToolError } from '../../contracts/tool-error.ts';
import type { ValidationResult } from '../../contracts/tool-handler.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import type { ToolLookup } from '../../registry/tool-registry.ts';
import { Call } from '../call/call.ts';
import { Refusal } from '../refusal.ts';
import { toolNotFound } from './tool-not-found.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { validate } from './validate.ts';

/** Validates arguments as `execute` would, without making a call. */
export function checkArguments(runtime: Runtime, tools: ToolLookup, name: string, params: unknown): ValidationResult {
  const entry = tools.find(name);
  if (entry === undefined) return { valid: false, errors: [toolNotFound(name, tools.names()).message] };
  const validated = validateDetached(runtime, entry, params);
  return validated instanceof Refusal ? { valid: false, errors: errorsOf(validated.error) } : { valid: true };
}

/** The errors one by one if validation listed them, else the whole message. */
function errorsOf({ details, message }: ToolError): string[] {
  const faults: unknown = details?.['faults'];
  if (!Array.isArray(faults) || faults.length === 0) return [message];
  return faults.map((fault: { readonly message: string }) => fault.message);
}

/** Validates outside of a call. Returns the parameters or a refusal. */
export function validateDetached(runtime: Runtime, entry: ToolEntry, params: unknown): unknown {
  const call = new Call(runtime, entry.handler.name, {}, undefined);
  try {
    call.entry = entry;
    return validate(call, entry, params);
  } finally {
    call.end();
  }
}
