import { artifactOwnerOf } from '../../artifacts/artifact-owner.ts';
import type { ArtifactRef } from '../../contracts/artifact-store.ts';
import type { ResultMetadata, ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { modelText } from '../../output/model-output.ts';
import { measureOutput } from '../../output/measure-output.ts';
import { UNSETTLED, completeError, fail } from '../../authoring/result.ts';
import { withTimeout } from '../../runtime/with-timeout.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Call } from '../call/call.ts';

/**
 * Makes a result final: checks the value against the output schema and that it is JSON, stores an output that is too
 * long for a model as an artifact, and adds the call's metadata. Returns a promise only if it stores an artifact. Never
 * throws or rejects: a value that cannot be read becomes a failure.
 */
export function settle(call: Call, result: ToolResult): ToolResult | Promise<ToolResult> {
  call.settledAt = call.runtime.clock.now();
  try {
    return settleReadable(call, result);
  } catch (error) {
    return unreadable(call, error);
  }
}

/** Frees the handler's slot and deadline, then settles its result. */
export function releaseAndSettle(call: Call, result: ToolResult): ToolResult | Promise<ToolResult> {
  call.release();
  return settle(call, result);
}

function settleReadable(call: Call, result: ToolResult): ToolResult | Promise<ToolResult> {
  const checked = result.ok ? checkOutput(call, result) : checkError(call, result);
  if (!checked.ok || call.entry === undefined) return (call.settled = withMetadata(call, checked, undefined));
  const maxChars = call.entry.limits.maxOutputChars ?? call.runtime.maxOutputChars;
  const handler = isAnsweredInPlace(call, checked) ? undefined : call.entry.handler;
  // A JSON escape takes at most six characters, so a small value is known to fit without serialising it.
  if (call.outputChars * 6 <= maxChars && handler?.toModelOutput === undefined) {
    return (call.settled = withMetadata(call, checked, undefined));
  }
  const text = modelText(checked.value, handler);
  if (text === undefined)
    return (call.settled = withMetadata(call, notJson(call, 'cannot be written as JSON'), undefined));
  if (text.length <= maxChars || hasArtifact(checked)) return (call.settled = withMetadata(call, checked, undefined));
  return storeArtifact(call, text)
    .then((artifact) => (call.settled = withMetadata(call, checked, artifact)))
    .catch((error: unknown) => unreadable(call, error));
}

function unreadable(call: Call, error: unknown): ToolResult {
  const why = `cannot be read: ${printable(errorMessage(error))}`;
  return (call.settled = withMetadata(call, notJson(call, why), undefined));
}

function checkOutput(call: Call, result: ToolResult & { ok: true }): ToolResult {
  const size = measureOutput(result.value);
  if (typeof size !== 'number') return notJson(call, size);
  call.outputChars = size;
  const schema = call.entry?.output;
  if (schema === undefined || schema.check(result.value) || isValueInPlace(call, result)) return result;
  const [fault] = schema.faults(result.value);
  const reason = printable(`${fault?.instancePath || 'the value'} ${fault?.message ?? 'does not match'}`);
  return fail(
    coreErrors.OUTPUT_INVALID({
      message: `${call.toolName} returned a value that does not match its own output schema: ${reason}.`,
    }),
  );
}

/** Whether this is still the value that an approver gave in the tool's place: no middleware has replaced it. */
function isValueInPlace({ valueInPlace }: Call, result: ToolResult & { ok: true }): boolean {
  return valueInPlace !== undefined && valueInPlace.value === result.value;
}

/** The output schema and the methods of the handler do not apply to such a value. */
function isAnsweredInPlace(call: Call, result: ToolResult): boolean {
  return result.ok && isValueInPlace(call, result) && call.entry?.output?.check(result.value) !== true;
}

/** Errors must be serialisable for models, logs and UIs: details that are not JSON are replaced by a note. */
function checkError(call: Call, result: ToolResult & { ok: false }): ToolResult {
  const { error, metadata } = result;
  const size = error.details === undefined ? 0 : measureOutput(error.details);
  call.outputChars = error.message.length + (typeof size === 'number' ? size : 0);
  if (typeof size === 'number') return result;
  return { ok: false, error: { ...error, details: { leftOut: `a value that ${size}` } }, metadata };
}

function notJson(call: Call, why: string): ToolResult {
  return fail(coreErrors.OUTPUT_INVALID({ message: `${call.toolName} returned a value that ${why}.` }));
}

function withMetadata(call: Call, result: ToolResult, artifact: ArtifactRef | undefined): ToolResult {
  const waitedMs = call.queuedMs + call.approvalWaitMs;
  const { callId, toolName, attempts, decision } = call;
  const toolVersion = call.entry === undefined ? '' : call.entry.handler.version;
  const executionTimeMs = Math.max(0, call.settledAt - call.startedAt - waitedMs);
  const own: ResultMetadata =
    decision === undefined
      ? { callId, toolName, toolVersion, executionTimeMs, attempts }
      : { callId, toolName, toolVersion, executionTimeMs, attempts, approval: decision };
  const isPlain =
    result.metadata === UNSETTLED &&
    artifact === undefined &&
    waitedMs === 0 &&
    call.repairs === undefined &&
    call.valueInPlace === undefined;
  const metadata = isPlain ? own : { ...result.metadata, ...own, ...extraMetadata(call, result, artifact) };
  return result.ok
    ? { ok: true, value: result.value, metadata }
    : { ok: false, error: completeError(result.error), metadata };
}

function extraMetadata(call: Call, result: ToolResult, artifact: ArtifactRef | undefined): Partial<ResultMetadata> {
  const { queuedMs, approvalWaitMs } = call;
  return {
    ...(queuedMs + approvalWaitMs > 0 && { waitedMs: queuedMs + approvalWaitMs }),
    ...(queuedMs > 0 && { queuedMs }),
    ...(approvalWaitMs > 0 && { approvalWaitMs }),
    ...(call.repairs !== undefined && { repaired: call.repairs }),
    ...(isAnsweredInPlace(call, result) && { answeredInPlace: true }),
    ...(artifact !== undefined && { artifacts: [...(result.metadata?.artifacts ?? []), artifact] }),
  };
}

function hasArtifact(result: ToolResult): boolean {
  return (result.metadata?.artifacts?.length ?? 0) > 0;
}

async function storeArtifact(call: Call, text: string): Promise<ArtifactRef | undefined> {
  try {
    const { callId, toolName } = call;
    const info = { owner: artifactOwnerOf(call), callId, description: `The whole output of ${toolName}` };
    const { clock, timeoutMs } = call.runtime;
    const artifacts = call.context.services.artifacts ?? call.runtime.artifacts;
    // The handler's time limit no longer applies here, and a store that hangs must not block the call.
    return await withTimeout(artifacts.put(text, info), { clock, ms: call.limitMs || timeoutMs });
  } catch (error) {
    call.runtime.log.warn('an artifact could not be stored', { tool: call.toolName, error: errorMessage(error) });
    return undefined;
  }
}
