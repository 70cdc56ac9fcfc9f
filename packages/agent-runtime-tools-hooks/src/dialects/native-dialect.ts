import { isRecord } from '@ku0/agent-runtime-tools-core';
import type { HookInput, HookError } from '../config/hook-input.ts';
import type { HookCall } from '../run/hook-call.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import type { Reply } from '../run/transport.ts';
import { outcomeOfFailure, type Dialect } from './dialect.ts';
import { containsAnswer, parseOutput } from './parse-output.ts';
import { readAnswer, hasKnownField } from './read-answer.ts';

/**
 * Our own format, which is also Cline's. Exit 0: stdout is an answer or text for the conversation. Exit 2: stderr is the
 * reason for a block. Any other exit code is a failure.
 */
export const nativeDialect: Dialect = {
  inputs: (call) => [nativeInput(call)],
  read(reply, call) {
    if (reply.kind === 'failed' || reply.kind === 'cancelled') return outcomeOfFailure(reply);
    if (reply.kind === 'value') return readValue(reply.value, call);
    if (reply.kind === 'text') return readText(reply.text, call);
    return readExit(reply, call);
  },
};

export function nativeInput({ event, tool, taskId, principal, callId, cwd, workspaceRoots }: HookCall): HookInput {
  const { type, parameters, outcome, durationMs = 0 } = event;
  const subject = { toolName: tool.name, parameters };
  const who = { taskId, ...(principal !== undefined && { principal }) };
  const input = { hookName: type, timestamp: String(Date.now()), ...who, callId, cwd, workspaceRoots };
  if (type === 'PreToolUse' || outcome === undefined) return { ...input, preToolUse: subject };
  if (type === 'PostToolUse') {
    const result = outcome.ok ? outcome.value : errorOf(outcome.error);
    return { ...input, postToolUse: { ...subject, result, success: outcome.ok, executionTimeMs: durationMs } };
  }
  const error = outcome.ok ? NO_ERROR : errorOf(outcome.error);
  return { ...input, onError: { ...subject, error, executionTimeMs: durationMs } };
}

type FailedOutcome = Extract<HookCall['event']['outcome'], { ok: false }>;

const NO_ERROR: HookError = { code: '', kind: '', message: '', stack: '' };

function errorOf({ code, kind, message, suggestion, details }: FailedOutcome['error']): HookError {
  const stack = details?.['stack'];
  return {
    code,
    kind,
    message,
    ...(suggestion !== undefined && { suggestion }),
    stack: typeof stack === 'string' ? stack : `${code}: ${message}`,
  };
}

function readExit({ exitCode, stdout, stderr }: Extract<Reply, { kind: 'exited' }>, call: HookCall): HookOutcome {
  if (exitCode === 0) return readText(stdout, call);
  const said = stderr.trim() || stdout.trim();
  if (exitCode === 2) {
    if (call.event.type === 'PreToolUse') return { decision: 'deny', reason: said || 'It gave no reason.' };
    return said === '' ? {} : { context: said };
  }
  const missing = exitCode === 127 ? ' (no such program)' : exitCode === 126 ? ' (not executable)' : '';
  return { failure: `it ended with exit code ${exitCode}${missing}${said === '' ? '' : `: ${said}`}` };
}

function readText(printed: string, call: HookCall): HookOutcome {
  const parsed = parseOutput(printed);
  switch (parsed.kind) {
    case 'nothing':
      return {};
    case 'invalid':
      return { failure: parsed.why };
    case 'answer':
      return readObject(parsed.answer, call);
    default:
      return containsAnswer(parsed.text)
        ? { failure: 'it printed an answer and other text: not one JSON value' }
        : { context: parsed.text };
  }
}

function readValue(value: unknown, call: HookCall): HookOutcome {
  if (value === undefined || value === null) return {};
  if (typeof value === 'string') return readText(value, call);
  return isRecord(value) ? readObject(value, call) : { failure: 'it returned something that is not an answer' };
}

function readObject(answer: Readonly<Record<string, unknown>>, { event }: HookCall): HookOutcome {
  if (Object.keys(answer).length > 0 && !hasKnownField(answer))
    return { failure: `its answer has no known field: ${Object.keys(answer).slice(0, 5).join(', ')}` };
  return readAnswer(answer, event.type);
}
