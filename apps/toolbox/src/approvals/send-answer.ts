import { hostname, userInfo } from 'node:os';
import { ApprovalGate, type ApprovalResponse, type ApprovalStore } from '@ku0/agent-runtime-tools-approval';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { liveProcesses, type LiveProcess } from '../live/live-processes.ts';
import type { ListedRequest } from './list-requests.ts';

/** How an answer was given, or why it could not be. */
export type SentAnswer =
  | { readonly ok: true; readonly to: 'process'; readonly pid?: number }
  | { readonly ok: true; readonly to: 'store' }
  | { readonly ok: false; readonly problem: string };

/**
 * Gives an answer to the process that waits for it: a toolbox of this machine through its local API, any other through the store. If
 * the process is gone, the store keeps the answer for when the call is made again.
 */
export async function sendAnswer(
  { request, state, pid, process: holder }: ListedRequest,
  response: ApprovalResponse,
  store: ApprovalStore,
): Promise<SentAnswer> {
  const live = state === 'waiting' ? (await liveProcesses()).find(({ identity }) => identity === holder) : undefined;
  if (live !== undefined) return post(live, request.id, response);
  const sent = await answerStored(request.id, response, store);
  return sent.ok && sent.to === 'process' && pid !== undefined ? { ...sent, pid } : sent;
}

/** Gives an answer to the store. */
export async function answerStored(id: string, response: ApprovalResponse, store: ApprovalStore): Promise<SentAnswer> {
  const answered = await new ApprovalGate({ store }).answer(id, response, { by: ownName() });
  if (!answered.ok) return { ok: false, problem: answered.error.message };
  return { ok: true, to: answered.value.isAwaited ? 'process' : 'store' };
}

/** For whoever answers next. */
function ownName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // Some containers run as a user without a name.
    return hostname();
  }
}

async function post({ url, token, pid }: LiveProcess, id: string, response: ApprovalResponse): Promise<SentAnswer> {
  try {
    const answer = await fetch(`${url}/api/approvals/${encodeURIComponent(id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(response),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return { ok: true, to: 'process', pid };
    return { ok: false, problem: messageIn(await answer.json()) ?? `The process answered with ${answer.status}.` };
  } catch (error) {
    return { ok: false, problem: `The process ${pid} could not be reached: ${errorMessage(error)}` };
  }
}

const TIMEOUT_MS = 10_000;

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
