import { validateDetached } from '../pipeline/accept/check-arguments.ts';
import { Refusal } from '../pipeline/refusal.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { ToolEntry } from '../registry/tool-registry.ts';
import { standardSchema, type StandardSchema } from './standard-schema.ts';

export type InputSchema<P = unknown> = StandardSchema<P>;

/** A tool's input as a Standard Schema: what other frameworks check with it is what `execute` checks. */
export function inputSchemaOf<P>(entry: ToolEntry, runtime: Runtime): InputSchema<P> {
  return standardSchema<P>(entry.handler.parameters, (value) => {
    const validated = validateDetached(runtime, entry, value);
    if (!(validated instanceof Refusal)) return { ok: true, value: validated };
    return { ok: false, issues: issuesOf(validated.error.details?.['faults'], validated.error.message) };
  });
}

interface Issue {
  readonly message: string;
  readonly path: (string | number)[];
}

function issuesOf(faults: unknown, message: string): Issue[] {
  if (!Array.isArray(faults)) return [{ message, path: [] }];
  return faults.map((fault: { parameter: string; message: string }) => ({
    message: fault.message,
    path: pathOf(fault.parameter),
  }));
}

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}
