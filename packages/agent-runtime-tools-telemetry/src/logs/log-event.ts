import { cutText, printable, type AnyActivityEvent } from '@ku0/agent-runtime-tools-core';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The line that an event becomes. Arguments, results and output are never in it. */
export function logLine(event: AnyActivityEvent): LogLine {
  const { level, message, fields } = describe(event);
  const { callKey, callId, taskId, principal } = event;
  return {
    level,
    message,
    fields: {
      event: event.type,
      ...(callKey !== '' && { call: callKey, callId: text(callId) }),
      ...(taskId !== '' && { task: text(taskId) }),
      ...(principal !== undefined && { principal: text(principal.id) }),
      ...fields,
    },
  };
}

function describe(event: AnyActivityEvent): LogLine {
  switch (event.type) {
    case 'tool_call_start':
      return line('debug', 'call began', { tool: text(event.data.toolName) });
    case 'tool_call_end': {
      const { toolName, success, durationMs, result } = event.data;
      const { attempts, queuedMs, approvalWaitMs } = result?.metadata ?? {};
      const code = result?.ok === false ? text(result.error.code) : undefined;
      const times = { ms: round(durationMs), attempts, queuedMs: round(queuedMs), approvalMs: round(approvalWaitMs) };
      const fields = { tool: text(toolName), ok: success, code, ...times };
      return line(success ? 'info' : 'warn', success ? 'call ended' : 'call failed', fields);
    }
    case 'error': {
      const { toolName, error } = event.data;
      const level = error.kind === 'system_error' || error.kind === 'security_error' ? 'error' : 'warn';
      const { code, kind, retryable, message } = error;
      return line(level, 'error', { tool: text(toolName), code: text(code), kind, retryable, error: text(message) });
    }
    case 'approval_decided': {
      const { toolName, approved, by, policy, rule, reason, waitedMs } = event.data;
      const source = { by: text(by), policy: optional(policy), rule: optional(rule), reason: optional(reason) };
      const fields = { tool: text(toolName), approved, ...source, waitedMs: round(waitedMs) };
      return line(approved ? 'info' : 'warn', approved ? 'approved' : 'denied', fields);
    }
    case 'hook_end': {
      const { toolName, hook, event: type, decision, durationMs, reason } = event.data;
      const fields = {
        tool: text(toolName),
        hook: text(hook),
        hookEvent: type,
        decision,
        ms: round(durationMs),
        reason: optional(reason),
      };
      return line(decision === 'failed' ? 'warn' : 'info', 'hook ended', fields);
    }
    case 'mode_changed':
      return line('info', 'mode changed', { ...event.data });
    case 'tools_changed': {
      const { added, removed, changed } = event.data;
      return line('info', 'tools changed', { added: added.length, removed: removed.length, changed: changed.length });
    }
    default:
      return line('debug', text(event.type), toolOf(event.data));
  }
}

function line(level: LogLevel, message: string, fields: Record<string, unknown>): LogLine {
  return {
    level,
    message,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  };
}

/** Of an event that this package does not know. */
function toolOf(data: object): Record<string, unknown> {
  return 'toolName' in data && typeof data.toolName === 'string' ? { tool: text(data.toolName) } : {};
}

/** Texts come from models, tools and servers: control characters become visible, and long ones are cut. */
function text(value: string): string {
  return printable(cutText(value, MAX_TEXT, ''));
}

function optional(value: string | undefined): string | undefined {
  return value === undefined ? undefined : text(value);
}

function round(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 1000) / 1000;
}

const MAX_TEXT = 1000;
