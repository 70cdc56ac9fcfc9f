import { principalIdOf } from '../gate/waiting-requests.ts';
import type { PendingApproval, PendingTaker, SettledRequest } from './approval-store.ts';
import { STORE_LIMITS } from './store-limits.ts';

/** What is remembered of a request that is taken; undefined if it has no answer. The answer in the store was there first. */
export function settlementOf(pending: PendingApproval, taker: PendingTaker | undefined): SettledRequest | undefined {
  const { request, answer, answeredBy } = pending;
  const given =
    answer !== undefined && answeredBy !== undefined
      ? { approved: answer.approved, source: answeredBy }
      : answer === undefined && taker?.answer;
  if (!given || taker === undefined) return undefined;
  return { requestId: request.id, principalId: principalIdOf(request), ...given, takenBy: taker.holderId };
}

/** The settled requests that are still remembered, oldest first. */
export function recentlySettled(settled: readonly SettledRequest[], now: number): readonly SettledRequest[] {
  return settled.filter(({ source }) => source.at > now - STORE_LIMITS.settledMs).slice(-STORE_LIMITS.settled);
}
