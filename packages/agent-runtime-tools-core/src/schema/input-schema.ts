import { validateDetached } from '../pipeline/accept/check-arguments.ts';
import { Refusal } from '../pipeline/refusal.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ToolEntry } from '../registry/tool-entry.ts';
import { pointerKeys } from './json-pointer.ts';
import { standardSchema, type StandardIssue, type StandardSchema } from './standard-schema.ts';

export type InputSchema<P = unknown> = StandardSchema<P>;

/** A tool's input as a Standard Schema, for other frameworks. It validates exactly as `execute` does. */
export function inputSchemaOf<P>(entry: ToolEntry, runtime: Runtime): InputSchema<P> {
  return standardSchema<P>(entry.handler.parameters, (value) => {
    const validated = validateDetached(runtime, entry, value);
    if (!(validated instanceof Refusal)) return { ok: true, value: validated };
    return { ok: false, issues: issuesOf(validated.error.details?.['faults'], validated.error.message) };
  });
}

function issuesOf(faults: unknown, message: string): StandardIssue[] {
  if (!Array.isArray(faults)) return [{ message, path: [] }];
  return faults.map((fault: { parameter: string; message: string }) => ({
    message: fault.message,
    path: pointerKeys(fault.parameter).map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
  }));
}
