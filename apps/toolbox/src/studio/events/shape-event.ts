import { cutText, type AnyActivityEvent } from '@ku0/agent-runtime-tools-core';
import type { NewEvent } from './event-log.ts';

/** The short form of an event for the live stream; undefined for one that only the story of its call tells. */
export function shapeEvent(event: AnyActivityEvent): NewEvent | undefined {
  const { callKey: call, callId, taskId: task } = event;
  switch (event.type) {
    case 'tool_call_start': {
      const { toolName, arguments: args, sent } = event.data;
      return { type: 'call_started', call, callId, task, tool: toolName, args: shortArguments(args ?? sent) };
    }
    case 'tool_output_chunk':
      return { type: 'call_output', call, chunk: cutText(event.data.chunk, MAX_CHUNK, '') };
    case 'tool_progress': {
      const { done, total, message } = event.data;
      return {
        type: 'call_progress',
        call,
        done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: startOf(message, MAX_MESSAGE) }),
      };
    }
    case 'approval_requested': {
      const { id, reason } = event.data.request;
      return { type: 'call_waits', call, approval: id, reason: startOf(reason, MAX_MESSAGE) };
    }
    case 'approval_resolved':
      return { type: 'call_answered', call, approval: event.data.id, approved: event.data.approved };
    case 'tool_call_end': {
      const { success: ok, durationMs: ms, result } = event.data;
      const error = result === undefined || result.ok ? undefined : result.error;
      return {
        type: 'call_ended',
        call,
        ok,
        ms,
        ...(error !== undefined && { code: error.code, message: startOf(error.message, MAX_MESSAGE) }),
      };
    }
    case 'tools_changed':
      return { type: 'tools_changed' };
    default:
      return undefined;
  }
}

/** The beginning of the arguments: `path: src/a.ts, limit: 10`. */
function shortArguments(args: unknown): string {
  try {
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return shortValue(args);
    const members = Object.entries(args).slice(0, MAX_MEMBERS);
    return startOf(members.map(([name, value]) => `${name}: ${shortValue(value)}`).join(', '), MAX_ARGS);
  } catch {
    return '';
  }
}

/** Long texts are cut before they are copied into the JSON. */
function shortValue(value: unknown): string {
  if (typeof value === 'string') return startOf(value, MAX_ARGS);
  const cut = (_key: string, member: unknown): unknown =>
    typeof member === 'string' ? startOf(member, MAX_ARGS) : member;
  return startOf(JSON.stringify(value, cut) ?? '', MAX_ARGS);
}

function startOf(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}

const MAX_ARGS = 200;
const MAX_MEMBERS = 20;
const MAX_CHUNK = 8 * 1024;
const MAX_MESSAGE = 500;
