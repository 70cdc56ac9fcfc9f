import type { ToolIdentity } from '../contracts/tool-identity.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import type { ToolEntry } from '../registry.ts';
import type { Runtime } from './runtime.ts';
import type { Stage } from './stage.ts';

/** Core's own guards, where this tool can meet one: plan mode, and calls that repeat themselves. */
export function guard(entry: ToolEntry, runtime: Runtime): Stage {
  const restricted = runtime.planModeForbids(entry.identity);
  const { repeatedCalls } = runtime;
  if (!restricted && repeatedCalls === undefined) return (next) => next;
  return (next) => (params, call) => {
    if (restricted && call.mode === 'plan') {
      const message = `${entry.handler.name} is not available in plan mode.`;
      return Promise.resolve(fail(coreErrors.MODE_RESTRICTED({ message, details: { mode: call.mode } })));
    }
    if (repeatedCalls === undefined) return next(params, call);
    const repeated = repeatedCalls.check(call, params);
    if (repeated !== undefined) return Promise.resolve(fail(repeated));
    return next(params, call).then((result) => {
      repeatedCalls.record(call, params, result);
      return result;
    });
  };
}

/** Plan mode is for looking: by default it keeps out what writes, executes or destroys. */
export function changesThings({ capabilities }: ToolIdentity): boolean {
  return capabilities.writesFiles || capabilities.executesCommands || capabilities.destructive;
}
