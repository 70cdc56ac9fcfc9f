import { cutText, printable, type HookDecision } from '@ku0/agent-runtime-tools-core';
import type { Hook } from '../register/hook.ts';
import type { HookCall, HookHost } from './hook-call.ts';
import type { HookOutcome } from './hook-outcome.ts';
import { DEPTH_VARIABLE, nestingDepth, withinHook } from './hook-nesting.ts';
import { Unjudgeable } from './unjudgeable.ts';

/** Longer texts are cut; the whole is kept as an artifact where there is a store. */
export const MAX_TEXT_CHARS = 10_000;

const KILL_GRACE_MS = 400;
const HURRIED_KILL_GRACE_MS = 100;

/** Runs one hook and says what it means. Never rejects: whatever goes wrong is its failure. */
export async function runHook(hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
  const { name, type } = hook;
  const toolName = call.tool.name;
  const startedAt = performance.now();
  host.publish?.('hook_start', { toolName, hook: name, event: type });
  const raw = await attempt(hook, call, host);
  const said = await bounded(raw, hook, call, host);
  const { outcome, ignored } = allowed(hook, said);
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
  if (outcome.notice !== undefined) void tell(host, outcome.notice);
  return outcome;
}

async function attempt(hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
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
          killGraceMs: host.hurried === true ? HURRIED_KILL_GRACE_MS : KILL_GRACE_MS,
          cwd: call.cwd,
          owner: call.owner,
          ...(call.trace !== undefined && { trace: call.trace }),
          env: { ...hook.dialect.env?.(call), [DEPTH_VARIABLE]: String(nestingDepth()) },
          processes: host.processes,
        }),
      );
      const outcome = hook.dialect.read(reply, call);
      merged = merged === undefined ? outcome : joined(merged, outcome);
      if (merged.decision === 'deny' || merged.stop !== undefined || merged.cancelled === true) break;
    }
    return merged ?? {};
  } catch (error) {
    const failure = `it could not be run: ${error instanceof Error ? error.message : String(error)}`;
    return { failure, ...(error instanceof Unjudgeable && { blocks: true }) };
  }
}

const STRENGTH = { allow: 1, ask: 2, defer: 3, deny: 4 } as const;

/** What one hook says about the parts of one call: the strictest word counts, and 'allow' only for all of them. */
function joined(before: HookOutcome, after: HookOutcome): HookOutcome {
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

/** A hook that may not cancel: what it says against the call does not count. */
function allowed(hook: Hook, outcome: HookOutcome): { outcome: HookOutcome; ignored: boolean } {
  const against = outcome.decision === 'deny' || outcome.decision === 'defer' || outcome.stop !== undefined;
  if (hook.isCancellable || !against) return { outcome, ignored: false };
  const { decision: _, stop: __, reason = 'no reason given', ...rest } = outcome;
  const notice = `Hook "${hook.name}" wanted to cancel, which it may not: ${reason}`;
  return {
    outcome: { ...rest, notice: rest.notice === undefined ? notice : `${rest.notice}\n${notice}` },
    ignored: true,
  };
}

async function bounded(outcome: HookOutcome, hook: Hook, call: HookCall, host: HookHost): Promise<HookOutcome> {
  const result: { -readonly [K in keyof HookOutcome]: HookOutcome[K] } = { ...outcome };
  for (const field of ['context', 'reason', 'stop', 'notice', 'failure'] as const) {
    const text = result[field];
    if (text !== undefined) result[field] = await cutTo(printable(text, { multiline: true }), hook, call, host);
  }
  return result;
}

async function cutTo(text: string, hook: Hook, call: HookCall, { artifacts }: HookHost): Promise<string> {
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

/** A person who cannot be told does not hold up the call. */
async function tell({ say }: HookHost, message: string): Promise<void> {
  try {
    await say?.(message);
  } catch {
    // The notice is in the event as well.
  }
}
