import { randomUUID } from 'node:crypto';
import { principalIdOf } from '../../gate/waiting-requests.ts';
import type { AnswerSource, PendingApproval, SettledRequest } from '../approval-store.ts';
import { parseSettled } from '../parse-stored-record.ts';

/** What the scripts need to know of a request, as JSON. */
export function pendingFacts({ request, holder, answer, answeredBy }: PendingApproval, bytes: number): string {
  const isSettled = answer !== undefined && answeredBy !== undefined;
  return JSON.stringify({
    principal: principalIdOf(request),
    bytes: String(bytes),
    expires: String(request.expiresAt),
    holder: holder?.id ?? '',
    lease_until: holder === undefined ? '' : String(holder.until),
    // Each change gets another one.
    revision: randomUUID(),
    is_answered: answer === undefined ? '0' : '1',
    settlement: isSettled ? settlementText({ approved: answer.approved, source: answeredBy }) : '',
  });
}

/** What is remembered of an answer; the scripts only pass it on. */
export function settlementText({ approved, source }: { approved: boolean; source: AnswerSource }): string {
  return JSON.stringify({ approved, source });
}

/** Parses what the scripts remember of an answered request; throws if it is not valid. */
export function parseSettlement(requestId: string, value: unknown): SettledRequest {
  if (typeof value !== 'object' || value === null) throw new Error('not a settled request');
  const { takenBy, principal: principalId, settlement } = { takenBy: '', principal: '', settlement: '', ...value };
  const answer: unknown = JSON.parse(settlement);
  return parseSettled({ requestId, principalId, takenBy, ...(typeof answer === 'object' ? answer : {}) });
}
