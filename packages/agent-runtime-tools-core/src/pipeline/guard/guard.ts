import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolIdentity } from '../../contracts/tool-identity.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-registry.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Stage, Step } from '../stage.ts';

/** Core's own guards, where this tool can meet one: plan mode, and calls that repeat themselves. */
export function guard(entry: ToolEntry, runtime: Runtime): Stage {
  const restricted = runtime.planModeForbids(entry.identity);
  const { repeatedCalls } = runtime;
  if (!restricted && repeatedCalls === undefined) return (next) => next;
  return (next) => (params, call) => {
    if (restricted && call.mode === 'plan') return Promise.resolve(fail(planModeForbids(entry)));
    if (repeatedCalls === undefined) return next(params, call);
    const goOn: Step = (checked) =>
      next(checked, call).then((result) => {
        repeatedCalls.record(call, checked, result);
        return result;
      });
    const repeated = repeatedCalls.check(call, params);
    if (repeated === undefined) return goOn(params, call);
    if (call.place?.earlier === undefined) return Promise.resolve(fail(repeated));
    // An earlier call of the batch may make it worth repeating.
    return call.place.turn(call).then(() => {
      const still = repeatedCalls.check(call, params);
      return still === undefined ? goOn(params, call) : fail(still);
    });
  };
}

export function planModeForbids({ handler }: ToolEntry): ToolError {
  const message = `${handler.name} is not available in plan mode.`;
  return coreErrors.MODE_RESTRICTED({ message, details: { mode: 'plan' } });
}

/** Plan mode is for looking: by default it keeps out what writes, executes or destroys. */
export function changesThings({ capabilities }: ToolIdentity): boolean {
  return capabilities.writesFiles || capabilities.executesCommands || capabilities.destructive;
}
