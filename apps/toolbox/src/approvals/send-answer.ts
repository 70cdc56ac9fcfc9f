import { ApprovalGate, type ApprovalResponse, type ApprovalStore } from '@ku0/agent-runtime-tools-approval';
import { liveProcesses, type LiveProcess } from '../live/live-processes.ts';
import type { ListedRequest } from './list-requests.ts';

/** How an answer was given, or why it could not be. */
export type SentAnswer =
  | { readonly ok: true; readonly to: 'process'; readonly pid: number }
  | { readonly ok: true; readonly to: 'store' }
  | { readonly ok: false; readonly problem: string };

/** Gives an answer to the process that waits for it or, if that is gone, to the store for when the call is made again. */
export async function sendAnswer(
  { request, state, pid }: ListedRequest,
  response: ApprovalResponse,
  store: ApprovalStore,
): Promise<SentAnswer> {
  if (state === 'answered') return { ok: false, problem: 'It has an answer already, for when the call is made again.' };
  if (state === 'gone') {
    const answered = await new ApprovalGate({ store }).answer(request.id, response);
    return answered.ok ? { ok: true, to: 'store' } : { ok: false, problem: answered.error.message };
  }
  const live = (await liveProcesses()).find((each) => each.pid === pid);
  if (live !== undefined) return post(live, request.id, response);
  const where = pid === undefined ? 'another process' : `process ${pid}`;
  return { ok: false, problem: `It waits in ${where}, which has no local API. Answer it there.` };
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
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `The process ${pid} could not be reached: ${why}` };
  }
}

const TIMEOUT_MS = 10_000;

function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}
