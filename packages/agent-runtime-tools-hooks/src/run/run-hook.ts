import { cutText, errorMessage, printable, type HookDecision } from '@ku0/agent-runtime-tools-core';
import type { Hook } from '../register/hook.ts';
import { UnrepresentableCallError, type HookCall, type HookHost } from './hook-call.ts';
import type { HookOutcome } from './hook-outcome.ts';
import { DEPTH_VARIABLE, nestingDepth, withinHook } from './hook-nesting.ts';

/** Longer texts are cut. The full text is kept as an artifact if there is an artifact store. */
export const MAX_TEXT_CHARS = 10_000;

const KILL_GRACE_MS = 400;
const STOPPED_CALL_KILL_GRACE_MS = 100;

/** Runs one hook. Never rejects: an error is reported as the hook's failure. */
export async function runHook(hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
  const { name, type } = hook;
  const toolName = call.tool.name;
  const startedAt = performance.now();
  host.publish?.('hook_start', { toolName, hook: name, event: type });
  const raw = await deliverInputs(hook, call, host);
  const said = await limitTexts(raw, hook, call, host);
  const { outcome, ignored } = withoutForbiddenCancel(hook, said);
  const reason = said.failure ?? said.stop ?? said.reason;
  host.publish?.('hook_end', {
    toolName,
    hook: name,
    event: type,
    decision: decisionOf(said),
    durationMs: performance.now() - startedAt,
    ...(reason !== undefined && { reason }),
    ...(outcome.context !== undefined && { context: outcome.context }),
    ...(outcome.notice !== undefined && { notice: outcome.notice }),
    ...(ignored && { ignored: true as const }),
    ...(outcome.params !== undefined && { changedParameters: true as const }),
  });
  if (outcome.notice !== undefined) void notifyPerson(host, outcome.notice);
  return outcome;
}

async function deliverInputs(hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
  try {
    const refusal = await hook.refusal?.(call);
    if (refusal !== undefined) return { failure: refusal, blocks: true };
    const inputs = hook.dialect.inputs(call);
    const deadline = performance.now() + hook.timeoutMs;
    let merged: HookOutcome | undefined;
    for (const input of inputs) {
      const timeoutMs = Math.max(1, Math.ceil(deadline - performance.now()));
      const reply = await withinHook(hook, () =>
        hook.transport.deliver(input, {
          signal: host.signal,
          timeoutMs,
          killGraceMs: host.isCallStopped === true ? STOPPED_CALL_KILL_GRACE_MS : KILL_GRACE_MS,
          cwd: call.cwd,
          owner: call.owner,
          ...(call.trace !== undefined && { trace: call.trace }),
          env: { ...hook.dialect.env?.(call), [DEPTH_VARIABLE]: String(nestingDepth()) },
          processes: host.processes,
        }),
      );
      const outcome = hook.dialect.read(reply, call);
      merged = merged === undefined ? outcome : mergeOutcomes(merged, outcome);
      if (merged.decision === 'deny' || merged.stop !== undefined || merged.cancelled === true) break;
    }
    return merged ?? {};
  } catch (error) {
    const failure = `it could not be run: ${errorMessage(error)}`;
    return { failure, ...(error instanceof UnrepresentableCallError && { blocks: true }) };
  }
}

const STRENGTH = { allow: 1, ask: 2, defer: 3, deny: 4 } as const;

/** Merges one hook's answers about the files of one call. The strictest decision counts; 'allow' must be given for every file. */
function mergeOutcomes(before: HookOutcome, after: HookOutcome): HookOutcome {
  const stricter = strength(after) > strength(before) ? after : before;
  const bothDecided = before.decision !== undefined && after.decision !== undefined;
  const decision = stricter.decision === 'allow' && !bothDecided ? undefined : stricter.decision;
  const context = [before.context, after.context].filter((text) => text !== undefined).join('\n');
  const { decision: _, ...rest } = { ...before, ...after };
  return {
    ...rest,
    ...(decision !== undefined && { decision }),
    ...(stricter.reason !== undefined && { reason: stricter.reason }),
    ...(context !== '' && { context }),
    ...((before.failure ?? after.failure) !== undefined && { failure: before.failure ?? after.failure ?? '' }),
  };
}

function strength({ decision }: HookOutcome): number {
  return decision === undefined ? 0 : STRENGTH[decision];
}

/** Drops a decision against the call if the hook is not allowed to cancel, and reports that as a notice. */
function withoutForbiddenCancel(hook: Hook, outcome: HookOutcome): { outcome: HookOutcome; ignored: boolean } {
  const against = outcome.decision === 'deny' || outcome.decision === 'defer' || outcome.stop !== undefined;
  if (hook.isCancellable || !against) return { outcome, ignored: false };
  const { decision: _, stop: __, reason = 'no reason given', ...rest } = outcome;
  const notice = `Hook "${hook.name}" wanted to cancel, which it may not: ${reason}`;
  return {
    outcome: { ...rest, notice: rest.notice === undefined ? notice : `${rest.notice}\n${notice}` },
    ignored: true,
  };
}

async function limitTexts(outcome: HookOutcome, hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
  const result: { -readonly [K in keyof HookOutcome]: HookOutcome[K] } = { ...outcome };
  for (const field of ['context', 'reason', 'stop', 'notice', 'failure'] as const) {
    const text = result[field];
    if (text !== undefined) result[field] = await limitText(printable(text, { multiline: true }), hook, call, host);
  }
  return result;
}

async function limitText(text: string, hook: Hook, call: HookCall, { artifacts }: HookHost): Promise<string> {
  if (text.length <= MAX_TEXT_CHARS) return text;
  try {
    const { owner, callId } = call;
    const info = { owner, callId, description: `What the hook ${hook.name} said` };
    const kept = await artifacts?.put(text, info);
    return cutText(text, MAX_TEXT_CHARS, kept === undefined ? '' : `the whole is artifact ${kept.id}`);
  } catch {
    return cutText(text, MAX_TEXT_CHARS, '');
  }
}

function decisionOf({ failure, stop, decision }: HookOutcome): HookDecision {
  if (failure !== undefined) return 'failed';
  return stop === undefined ? (decision ?? 'none') : 'stop';
}

/** Never rejects: a notice that cannot be shown does not hold up the call. */
async function notifyPerson({ say }: HookHost, message: string): Promise<void> {
  try {
    await say?.(message);
  } catch {
    // The notice is also in the hook_end event.
  }
}
