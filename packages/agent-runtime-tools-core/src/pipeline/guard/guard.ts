import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolIdentity } from '../../contracts/tool-identity.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Stage, Step } from '../stage.ts';

/** Core's own guards: plan mode and repeated calls. A tool that neither can concern has no stage. */
export function guardStage(entry: ToolEntry, runtime: Runtime): Stage {
  const isRestricted = runtime.planModeForbids(entry.identity);
  const { repeatedCalls } = runtime;
  if (!isRestricted && repeatedCalls === undefined) return (next) => next;
  return (next) => (params, call) => {
    if (isRestricted && call.mode === 'plan') return Promise.resolve(fail(planModeForbids(entry)));
    if (repeatedCalls === undefined) return next(params, call);
    const runAndRecord: Step = (checkedParams) =>
      next(checkedParams, call).then((result) => {
        repeatedCalls.record(call, checkedParams, result);
        return result;
      });
    const error = repeatedCalls.check(call, params);
    if (error === undefined) return runAndRecord(params, call);
    if (call.batchMember?.earlierCalls === undefined) return Promise.resolve(fail(error));
    // An earlier call of the batch may change something, which makes this one worth repeating.
    return call.batchMember.waitForTurn(call).then(() => {
      const errorInTurn = repeatedCalls.check(call, params);
      return errorInTurn === undefined ? runAndRecord(params, call) : fail(errorInTurn);
    });
  };
}

export function planModeForbids({ handler }: ToolEntry): ToolError {
  const message = `${handler.name} is not available in plan mode.`;
  return coreErrors.MODE_RESTRICTED({ message, details: { mode: 'plan' } });
}

/** True for tools that write, execute or destroy. By default, plan mode refuses these. */
export function isMutating({ capabilities }: Pick<ToolIdentity, 'capabilities'>): boolean {
  return capabilities.writesFiles || capabilities.executesCommands || capabilities.destructive;
}
