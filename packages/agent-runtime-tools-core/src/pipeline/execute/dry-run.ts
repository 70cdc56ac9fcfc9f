import type { DryRun } from '../../contracts/dry-run.ts';
import type { ToolContext } from '../../contracts/tool-context.ts';
import type { ToolHandler } from '../../contracts/tool-handler.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { ToolEntry, type ToolLookup } from '../../registry/tool-registry.ts';
import { fail, ok } from '../../authoring/result.ts';
import { approve } from '../approve/approve.ts';
import type { Call } from '../call/call.ts';
import { execute } from './execute.ts';
import { changesThings } from '../guard/guard.ts';
import { alwaysResolving, middlewareFailed } from '../middleware-stage.ts';
import { checkOptions } from '../accept/check-options.ts';
import { beginCall } from '../pipeline.ts';
import { Refusal } from '../refusal.ts';
import { toolNotFound } from '../accept/tool-not-found.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { settle } from '../settle/settle.ts';
import { validate } from '../accept/validate.ts';

/**
 * What a call would change, asked of the tool itself: validated, limited in time and cancellable like a call, but
 * without hooks, approval, events or statistics. Never rejects.
 */
export async function runDryRun(
  runtime: Runtime,
  tools: ToolLookup,
  name: string,
  raw: unknown,
  options: ExecuteOptions,
): Promise<ToolResult<DryRun>> {
  const call = beginCall(runtime, name, options);
  let entry: ToolEntry | undefined;
  try {
    entry = tools.find(name);
    if (entry === undefined) return await settled(call, fail(toolNotFound(name, tools.names())));
    entry.inFlight++;
    call.entry = dryRunEntry(entry, runtime);
    const validated = validate(call, entry, raw);
    const error = checkOptions(call, options);
    if (error !== undefined) return await settled(call, fail(error));
    if (validated instanceof Refusal) return await settled(call, fail(validated.error));
    const approved = await approve(call, call.entry, validated, { judged: false });
    if (approved instanceof Refusal) return await settled(call, fail(approved.error));
    const stand = call.entry;
    const run = alwaysResolving(() => execute(call, stand, approved));
    return await settled(call, await run(validated, call));
  } catch (error) {
    return await settled(call, middlewareFailed(call, error));
  } finally {
    call.end();
    entry?.leave();
  }
}

/** The dry run of a call under way, for whoever is asked to approve it. */
export function dryRunOf(call: Call, params: unknown): Promise<ToolResult<DryRun>> {
  const only: ToolLookup = { find: () => call.entry, names: () => [call.toolName], entries: () => [] };
  return runDryRun(call.runtime, only, call.toolName, params, { parent: call.context });
}

/** The final result: a failure before the tool was asked gets the call's metadata too. */
async function settled(call: Call, result: ToolResult): Promise<ToolResult<DryRun>> {
  const final = result === call.settled ? result : await settle(call, result);
  return final as ToolResult<DryRun>;
}

/** The tool with its dry run in the place of its work, which needs nobody's approval. */
function dryRunEntry(entry: ToolEntry, runtime: Runtime): ToolEntry {
  const { handler } = entry;
  const stand = Object.create(handler, {
    execute: {
      value: (params: unknown, context: ToolContext) =>
        handler.dryRun?.(params, context) ?? Promise.resolve(withoutDryRun(handler)),
    },
    output: { value: undefined },
    toModelOutput: { value: undefined },
    requiresApproval: { value: false },
    ...(handler.initialize !== undefined && { initialize: { value: () => entry.initialize(runtime) } }),
  }) as ToolHandler;
  return new ToolEntry(stand, entry.pack);
}

/** A tool that changes nothing needs no dry run to say so. */
function withoutDryRun(handler: ToolHandler): ToolResult<DryRun> {
  if (changesThings(handler) || handler.capabilities.accessesNetwork) {
    return fail(
      coreErrors.DRY_RUN_UNSUPPORTED({ message: `${handler.name} cannot say beforehand what it would change.` }),
    );
  }
  return ok({ summary: `${handler.name} changes nothing.`, changes: [] });
}
