import { ToolFailure } from '../../authoring/tool-failure.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import type { ToolLookup } from '../../registry/tool-registry.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { checkOptions } from '../accept/check-options.ts';
import { toolNotFound } from '../accept/tool-not-found.ts';
import { validate } from '../accept/validate.ts';
import { beginCall } from '../pipeline.ts';
import { Refusal } from '../refusal.ts';
import { askRequirement } from './approve.ts';

/** Asks a tool whether a call would need approval. Publishes and counts nothing. Rejects with a ToolFailure. */
export async function runRequirement(
  runtime: Runtime,
  tools: ToolLookup,
  name: string,
  rawParams: unknown,
  options: ExecuteOptions,
): Promise<boolean> {
  const entry = tools.find(name);
  if (entry === undefined) throw new ToolFailure(toolNotFound(name, tools.names()));
  const call = beginCall(runtime, name, options);
  call.tools = tools;
  call.entry = entry;
  entry.inFlight++;
  try {
    const params = validate(call, entry, rawParams);
    const error = checkOptions(call, options) ?? (params instanceof Refusal ? params.error : undefined);
    if (error !== undefined) throw new ToolFailure(error);
    if (!entry.handler.requiresApproval) return false;
    const failure = await askRequirement(call, entry, params);
    if (failure !== undefined) throw new ToolFailure(failure);
    return call.approvalRequired;
  } finally {
    call.end();
    entry.callEnded();
  }
}
