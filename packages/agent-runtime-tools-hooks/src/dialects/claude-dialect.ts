import { isRecord } from '@ku0/agent-runtime-tools-core';
import { claudeCalls, type ClaudeCall } from '../claude/claude-calls.ts';
import type { CallOutcome, HookCall } from '../run/hook-call.ts';
import type { HookOutcome } from '../run/hook-outcome.ts';
import type { Reply } from '../run/transport.ts';
import { outcomeOfFailure, type Dialect } from './dialect.ts';
import { parseOutput, type ParsedOutput } from './parse-output.ts';
import { readAnswer } from './read-answer.ts';

export interface ClaudeDialectOptions {
  /** `CLAUDE_PROJECT_DIR`. */
  readonly projectDir: string;
  readonly transcriptPath?: string;
}

/**
 * Claude Code's format. Exit 0: stdout is JSON or plain text. Exit 2: stderr is the reason for a block or, after the tool, a
 * message for the model; stdout is ignored. Other exit codes are a failure, but JSON on stdout still counts.
 */
export function claudeDialect({ projectDir, transcriptPath = '' }: ClaudeDialectOptions): Dialect {
  return {
    inputs: (call) => claudeCalls(call).map((each) => inputOf(call, each, transcriptPath)),
    env: () => ({ CLAUDE_PROJECT_DIR: projectDir }),
    read(reply, call) {
      if (reply.kind === 'failed' || reply.kind === 'cancelled') return outcomeOfFailure(reply);
      if (reply.kind === 'value') return isRecord(reply.value) ? readAnswer(reply.value, call.event.type) : {};
      const outcome = reply.kind === 'text' ? readText(reply.text, call) : readExit(reply, call);
      return withOurParameters(outcome, call);
    },
  };
}

function inputOf(call: HookCall, { toolName, input }: ClaudeCall, transcriptPath: string): object {
  const { event, taskId, principal, callId, cwd, mode } = call;
  const common = {
    session_id: taskId,
    ...(principal !== undefined && { principal }),
    transcript_path: transcriptPath,
    cwd,
    permission_mode: mode === 'plan' ? 'plan' : 'default',
    hook_event_name: eventName(event),
    tool_name: toolName,
    tool_input: input,
    tool_use_id: callId,
  };
  return event.outcome === undefined
    ? common
    : { ...common, ...outcomeFields(event.outcome), duration_ms: Math.round(event.durationMs ?? 0) };
}

function eventName({ type }: HookCall['event']): string {
  return type === 'OnError' ? 'PostToolUseFailure' : type;
}

function outcomeFields(outcome: CallOutcome): object {
  if (outcome.ok) return { tool_response: outcome.value };
  const { code, message } = outcome.error;
  return { error: `${code}: ${message}`, is_interrupt: code === 'CANCELLED' };
}

function readExit({ exitCode, stdout, stderr }: Extract<Reply, { kind: 'exited' }>, call: HookCall): HookOutcome {
  if (exitCode === 0) return readText(stdout, call);
  const said = stderr.trim();
  if (exitCode === 2) {
    if (call.event.type === 'PreToolUse') return { decision: 'deny', reason: said || 'It gave no reason.' };
    return said === '' ? {} : { context: said };
  }
  const failure = `it ended with exit code ${exitCode}${said === '' ? '' : `: ${said}`}`;
  const parsed = parseOutput(stdout);
  if (parsed.kind === 'answer') return { ...readAnswer(parsed.answer, call.event.type), notice: failure };
  return parsed.kind === 'invalid' && parsed.mayBeForged === true ? failureOf(parsed) : { failure };
}

function readText(printed: string, call: HookCall): HookOutcome {
  const parsed = parseOutput(printed);
  switch (parsed.kind) {
    case 'nothing':
      return {};
    case 'answer':
      return readAnswer(parsed.answer, call.event.type);
    case 'text':
      return { notice: parsed.text };
    default:
      return failureOf(parsed);
  }
}

/** An answer that may be forged blocks the call; other failures follow the hook's policy. */
function failureOf({ why, mayBeForged }: Extract<ParsedOutput, { kind: 'invalid' }>): HookOutcome {
  return { failure: why, ...(mayBeForged === true && { blocks: true }) };
}

/** Translates rewritten input back to our parameter names. That is not possible for one of several files. */
function withOurParameters(outcome: HookOutcome, call: HookCall): HookOutcome {
  if (outcome.params === undefined) return outcome;
  const calls = claudeCalls(call);
  const { value } = outcome.params;
  if (calls.length > 1 || !isRecord(value)) {
    const { params: _, ...rest } = outcome;
    return { ...rest, failure: 'it rewrote the input of a call that touches several files' };
  }
  return { ...outcome, params: { value: calls[0]?.parametersOf(value) } };
}
