import type { ActivityEvent, ActivitySource, AnyActivityEvent, ToolContext } from '@ku0/agent-runtime-tools-core';
import type { AuditEntry, CallEntry } from './record/audit-entry.ts';
import type { Digest } from './record/digest.ts';
import { isoTime } from './trail/iso-time.ts';
import type { Trail } from './trail/trail.ts';

export interface CallRecorderOptions {
  readonly trail: Trail;
  readonly digest: Digest;
  readonly digestResults: boolean;
}

/** Turns what happens to calls into entries of the trail. */
export class CallRecorder {
  readonly #trail: Trail;
  readonly #digest: Digest;
  readonly #digestResults: boolean;
  /** The calls that have begun and not ended. */
  readonly #calls = new Map<string, OpenCall>();
  /** Calls that began in this turn of the event loop and are not decided yet. */
  #undecided: OpenCall[] = [];

  constructor({ trail, digest, digestResults }: CallRecorderOptions) {
    this.#trail = trail;
    this.#digest = digest;
    this.#digestResults = digestResults;
  }

  /** Records the calls of a coordinator. Returns a function that ends this. */
  listen(activity: ActivitySource): () => void {
    const unsubscribe = [
      activity.subscribe('tool_call_start', (event) => this.#started(event)),
      activity.subscribe('tool_call_end', (event) => this.#ended(event)),
      activity.subscribe('approval_decided', (event) => this.#decided(event)),
      activity.subscribe('hook_end', (event) => this.#hooked(event)),
      activity.subscribe('mode_changed', (event) => this.#modeChanged(event)),
    ];
    return () => {
      for (const each of unsubscribe) each();
    };
  }

  /** Records that a call is about to run. Returns nothing if that is written already. Throws or rejects if it cannot be. */
  run(params: unknown, context: ToolContext): void | Promise<void> {
    const { approval, tool } = context;
    // Core refuses such a call in its last check.
    if (approval.required && approval.grant === undefined) return undefined;
    const call = this.#calls.get(context.callKey);
    if (call !== undefined) call.isRecorded = true;
    const { grant } = approval;
    return this.#trail.append({
      kind: 'run',
      time: isoTime(Date.now()),
      ...identityOf(context, tool.name),
      version: tool.version,
      args: this.#digest(params),
      mode: context.mode,
      ...(grant === undefined ? NOT_REQUIRED : sourceOf(redacted(grant, context))),
      ...(context.trace !== undefined && { trace: context.trace.traceparent }),
    });
  }

  #started(event: ActivityEvent<'tool_call_start'>): void {
    const call = { event, isRecorded: false };
    this.#calls.set(event.callKey, call);
    if (this.#undecided.push(call) === 1) queueMicrotask(() => this.#recordUndecided());
  }

  /** Most calls run or end at once. For those that wait, somebody may be asked, so the trail says what was asked for. */
  #recordUndecided(): void {
    const calls = this.#undecided;
    this.#undecided = [];
    for (const call of calls) {
      if (call.isRecorded || !this.#calls.has(call.event.callKey)) continue;
      call.isRecorded = true;
      this.#trail.note({ kind: 'asked', ...timeOf(call.event), ...this.#request(call.event) });
    }
  }

  #decided(event: ActivityEvent<'approval_decided'>): void {
    const { data } = event;
    if (data.approved) return;
    this.#note(event, { kind: 'denied', ...timeOf(event), ...identityOf(event, data.toolName), ...sourceOf(data) });
  }

  #hooked(event: ActivityEvent<'hook_end'>): void {
    const { hook, event: type, decision, reason, changedParameters } = event.data;
    if (decision === 'none' && changedParameters !== true) return;
    this.#note(event, {
      kind: 'hook',
      ...timeOf(event),
      call: event.callKey,
      hook: cut(hook),
      event: type,
      decision,
      ...(reason !== undefined && { reason: cut(reason) }),
      ...(changedParameters === true && { changedParameters }),
    });
  }

  #ended(event: ActivityEvent<'tool_call_end'>): void {
    const call = this.#calls.get(event.callKey);
    this.#calls.delete(event.callKey);
    const { result, success, durationMs } = event.data;
    const code = result?.ok === false ? { code: cut(result.error.code) } : {};
    if (call !== undefined && !call.isRecorded) {
      call.isRecorded = true;
      const request = this.#request(call.event);
      this.#trail.note({ kind: 'refused', ...timeOf(event), ...request, ok: success, ...code });
      return;
    }
    const { attempts = 0, queuedMs, approvalWaitMs } = result?.metadata ?? {};
    this.#trail.note({
      kind: 'end',
      ...timeOf(event),
      call: event.callKey,
      ok: success,
      ...code,
      attempts,
      ms: Math.round(durationMs),
      ...(queuedMs !== undefined && { queuedMs: Math.round(queuedMs) }),
      ...(approvalWaitMs !== undefined && { approvalMs: Math.round(approvalWaitMs) }),
      ...(this.#digestResults && result?.ok === true && { result: this.#digest(result.value) }),
    });
  }

  #modeChanged(event: ActivityEvent<'mode_changed'>): void {
    const { principal, taskId } = event;
    this.#trail.note({
      kind: 'mode',
      ...timeOf(event),
      task: cut(taskId),
      ...(principal !== undefined && { principal: cut(principal.id) }),
      ...event.data,
    });
  }

  /** Records something about a call that is not decided yet. What was asked for comes first. */
  #note(event: AnyActivityEvent, entry: AuditEntry): void {
    const call = this.#calls.get(event.callKey);
    if (call !== undefined && !call.isRecorded) {
      call.isRecorded = true;
      this.#trail.note({ kind: 'asked', ...timeOf(call.event), ...this.#request(call.event) });
    }
    this.#trail.note(entry);
  }

  /** Who asked for what. Arguments that were refused are digested as they were sent. */
  #request(event: ActivityEvent<'tool_call_start'>): Omit<CallEntry, 'time'> & { readonly args: string } {
    const { toolName, arguments: validated, sent } = event.data;
    return { ...identityOf(event, toolName), args: this.#digest(validated ?? sent) };
  }
}

interface OpenCall {
  readonly event: ActivityEvent<'tool_call_start'>;
  /** The trail says who asked for what. */
  isRecorded: boolean;
}

type Caller = Pick<ToolContext, 'callKey' | 'callId' | 'taskId' | 'principal'>;

function identityOf({ callKey, callId, taskId, principal }: Caller, toolName: string): Omit<CallEntry, 'time'> {
  return {
    call: callKey,
    callId: cut(callId),
    task: cut(taskId),
    ...(principal !== undefined && { principal: cut(principal.id) }),
    tool: cut(toolName),
  };
}

interface DecisionSource {
  readonly by: string;
  readonly policy?: string;
  readonly rule?: string;
  readonly reason?: string;
}

const NOT_REQUIRED: DecisionSource = Object.freeze({ by: 'not-required' });

function sourceOf({ by, policy, rule, reason }: DecisionSource): DecisionSource {
  return {
    by: cut(by),
    ...(policy !== undefined && { policy: cut(policy) }),
    ...(rule !== undefined && { rule: cut(rule) }),
    ...(reason !== undefined && { reason: cut(reason) }),
  };
}

/** Events are redacted already; a grant is not. */
function redacted(grant: DecisionSource, { redact }: ToolContext): DecisionSource {
  return redact === undefined ? grant : redact(grant);
}

function timeOf({ timestamp }: AnyActivityEvent): { readonly time: string } {
  return { time: isoTime(timestamp) };
}

/** Ids and reasons come from outside: no record may become very long. */
function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

const MAX_TEXT = 500;
