import type { DryRun } from '../../contracts/dry-run.ts';
import type { ToolContext } from '../../contracts/tool-context.ts';
import type { ToolHandler } from '../../contracts/tool-handler.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { fail, ok } from '../../authoring/result.ts';
import { ToolEntry } from '../../registry/tool-entry.ts';
import type { ToolLookup } from '../../registry/tool-registry.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { checkOptions } from '../accept/check-options.ts';
import { toolNotFound } from '../accept/tool-not-found.ts';
import { validate } from '../accept/validate.ts';
import { approve } from '../approve/approve.ts';
import type { Call } from '../call/call.ts';
import { isMutating } from '../guard/guard.ts';
import { alwaysResolving, middlewareFailed } from '../middleware-stage.ts';
import { beginCall, guardDryRun } from '../pipeline.ts';
import { Refusal } from '../refusal.ts';
import { settle } from '../settle/settle.ts';
import { execute } from './execute.ts';

/**
 * Asks the tool what a call would change. A dry run is validated, limited in time and cancellable like a call, and passes the
 * guards that ask for it, but has no hooks, approval, events or statistics. Never rejects.
 */
export async function runDryRun(
  runtime: Runtime,
  tools: ToolLookup,
  name: string,
  rawParams: unknown,
  options: ExecuteOptions,
  madeWith: ToolLookup | undefined = tools,
): Promise<ToolResult<DryRun>> {
  const call = beginCall(runtime, name, options);
  call.tools = madeWith;
  let entry: ToolEntry | undefined;
  try {
    entry = tools.find(name);
    if (entry === undefined) return await settleOnce(call, fail(toolNotFound(name, tools.names())));
    entry.inFlight++;
    const dryEntry = dryRunEntry(entry, runtime);
    call.entry = dryEntry;
    const validated = validate(call, entry, rawParams);
    const error = checkOptions(call, options);
    if (error !== undefined) return await settleOnce(call, fail(error));
    if (validated instanceof Refusal) return await settleOnce(call, fail(validated.error));
    const run = alwaysResolving(guardDryRun((params) => approveAndRun(call, dryEntry, params), dryEntry, runtime));
    return await settleOnce(call, await run(validated, call));
  } catch (error) {
    return await settleOnce(call, middlewareFailed(call, error));
  } finally {
    call.end();
    entry?.callEnded();
  }
}

async function approveAndRun(call: Call, dryEntry: ToolEntry, params: unknown): Promise<ToolResult> {
  const approved = await approve(call, dryEntry, params, { judged: false });
  return approved instanceof Refusal ? fail(approved.error) : execute(call, dryEntry, approved);
}

/** The dry run of a call that is waiting for approval, to show a person what it would change. */
export function dryRunOfCall(call: Call, params: unknown): Promise<ToolResult<DryRun>> {
  const onlyThisTool: ToolLookup = { find: () => call.entry, names: () => [call.toolName], entries: () => [] };
  return runDryRun(call.runtime, onlyThisTool, call.toolName, params, { parent: call.context }, call.tools);
}

/** Settles a result unless `execute` has done so, so that failures before the tool ran have metadata too. */
async function settleOnce(call: Call, result: ToolResult): Promise<ToolResult<DryRun>> {
  const settled = result === call.settled ? result : await settle(call, result);
  return settled as ToolResult<DryRun>;
}

/** The tool with `dryRun` in place of `execute`. It needs no approval. */
function dryRunEntry(entry: ToolEntry, runtime: Runtime): ToolEntry {
  const { handler } = entry;
  const dryHandler = Object.create(handler, {
    execute: {
      value: (params: unknown, context: ToolContext) =>
        handler.dryRun?.(params, context) ?? Promise.resolve(withoutDryRun(handler)),
    },
    output: { value: undefined },
    toModelOutput: { value: undefined },
    requiresApproval: { value: false },
    ...(handler.initialize !== undefined && { initialize: { value: () => entry.initialize(runtime) } }),
  }) as ToolHandler;
  const dryEntry = new ToolEntry(dryHandler, entry.pack);
  // Guards judge the tool as registered, with its aliases.
  dryEntry.identity = entry.identity;
  return dryEntry;
}

/** The dry run of a tool that has none: empty if the tool changes nothing. */
function withoutDryRun(handler: ToolHandler): ToolResult<DryRun> {
  if (isMutating(handler) || handler.capabilities.accessesNetwork) {
    return fail(
      coreErrors.DRY_RUN_UNSUPPORTED({ message: `${handler.name} cannot say beforehand what it would change.` }),
    );
  }
  return ok({ summary: `${handler.name} changes nothing.`, changes: [] });
}
