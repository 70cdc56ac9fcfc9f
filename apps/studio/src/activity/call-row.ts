import type { StudioEvent } from '../api/studio-api.ts';

/** A call as the page knows it from the live stream. */
export interface CallRow {
  readonly call: string;
  readonly callId: string;
  readonly task: string;
  readonly tool: string;
  readonly args: string;
  readonly startedAt: number;
  endedAt?: number;
  ms?: number;
  ok?: boolean;
  code?: string;
  message?: string;
  /** The end of its output. */
  output: string;
  progress?: { readonly done: number; readonly total?: number; readonly message?: string };
  /** The id of the request for approval that it waits for. */
  waitsFor?: string;
}

export type CallStatus = 'running' | 'waiting' | 'ok' | 'failed';

export function statusOf({ endedAt, ok, waitsFor }: CallRow): CallStatus {
  if (endedAt !== undefined) return ok === true ? 'ok' : 'failed';
  return waitsFor === undefined ? 'running' : 'waiting';
}

/** Adds what an event says to its call. */
export function applyEvent(row: CallRow, event: StudioEvent): void {
  switch (event.type) {
    case 'call_output':
      row.output = (row.output + event.chunk).slice(-MAX_OUTPUT_CHARS);
      break;
    case 'call_progress':
      row.progress = event;
      break;
    case 'call_waits':
      row.waitsFor = event.approval;
      break;
    case 'call_answered':
      delete row.waitsFor;
      break;
    case 'call_ended':
      row.endedAt = event.time;
      row.ms = event.ms;
      row.ok = event.ok;
      delete row.waitsFor;
      if (event.code !== undefined) row.code = event.code;
      if (event.message !== undefined) row.message = event.message;
      break;
    default:
  }
}

const MAX_OUTPUT_CHARS = 16 * 1024;
