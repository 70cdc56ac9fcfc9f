import type {
  ActivityEvent,
  ActivitySource,
  AnyActivityEvent,
  ToolContext,
  ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { AskedEntry, AuditEntry, CallEntry } from './record/audit-entry.ts';
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
  readonly #undecided: OpenCall[] = [];

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
    const { approval, callKey, callId, principal, tool, trace } = context;
    const { grant } = approval;
    // Core refuses such a call in its last check.
    if (approval.required && grant === undefined) return undefined;
    const call = this.#calls.get(callKey);
    if (call !== undefined) call.isRecorded = true;
    const { by, policy, rule, reason } = grant === undefined ? NOT_REQUIRED : sourceOf(redacted(grant, context));
    // All members, in one order: every call gets here, and objects of one shape are fast to make and to read.
    return this.#trail.append({
      kind: 'run',
      time: isoTime(Date.now()),
      call: callKey,
      callId: callId === callKey ? undefined : cut(callId),
      task: cut(context.taskId),
      principal: principal === undefined ? undefined : cut(principal.id),
      tool: cut(tool.name),
      version: tool.version,
      args: this.#digest(params),
      mode: context.mode,
      by,
      policy,
      rule,
      reason,
      trace: trace?.traceparent,
    });
  }

  #started(event: ActivityEvent<'tool_call_start'>): void {
    const call = { event, isRecorded: false };
    this.#calls.set(event.callKey, call);
    if (this.#undecided.push(call) === 1) queueMicrotask(this.#recordUndecided);
  }

  /** Most calls run or end at once. For those that wait, somebody may be asked, so the trail says what was asked for. */
  readonly #recordUndecided = (): void => {
    for (const call of this.#undecided) {
      if (call.isRecorded || !this.#calls.has(call.event.callKey)) continue;
      call.isRecorded = true;
      this.#trail.note({ kind: 'asked', ...timeOf(call.event), ...this.#request(call.event) });
    }
    this.#undecided.length = 0;
  };

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
    const code = result?.ok === false ? cut(result.error.code) : undefined;
    if (call !== undefined && !call.isRecorded) {
      call.isRecorded = true;
      const request = this.#request(call.event);
      this.#trail.note({ kind: 'refused', ...timeOf(event), ...request, ok: success, code });
      return;
    }
    const { attempts = 0, queuedMs, approvalWaitMs } = result?.metadata ?? NO_METADATA;
    this.#trail.note({
      kind: 'end',
      time: isoTime(event.timestamp),
      call: event.callKey,
      ok: success,
      code,
      attempts,
      ms: Math.round(durationMs),
      queuedMs: queuedMs === undefined ? undefined : Math.round(queuedMs),
      approvalMs: approvalWaitMs === undefined ? undefined : Math.round(approvalWaitMs),
      result: this.#digestResults && result?.ok === true ? this.#digest(result.value) : undefined,
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
  #request(event: ActivityEvent<'tool_call_start'>): Omit<AskedEntry, 'kind' | 'time'> {
    const { toolName, arguments: validated, sent, trace } = event.data;
    return { ...identityOf(event, toolName), args: this.#digest(validated ?? sent), trace: trace?.traceparent };
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
    callId: callId === callKey ? undefined : cut(callId),
    task: cut(taskId),
    principal: principal === undefined ? undefined : cut(principal.id),
    tool: cut(toolName),
  };
}

interface DecisionSource {
  readonly by: string;
  readonly policy?: string | undefined;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
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

const NO_METADATA: Partial<ToolResult['metadata']> = Object.freeze({});
const MAX_TEXT = 500;
