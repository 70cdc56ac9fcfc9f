import { principalIdOf } from '../gate/waiting-requests.ts';
import { isExpired, type PendingApproval, type RememberedApproval, type SettledRequest } from './approval-store.ts';
import { STORE_LIMITS, storeIsFull } from './store-limits.ts';

/** What a file of approvals has. */
export interface FileContent {
  readonly approvals: readonly RememberedApproval[];
  readonly pending: readonly PendingApproval[];
  readonly settled: readonly SettledRequest[];
}

/** Drops the oldest approvals of a principal that has too many, and of no other. */
export function withoutOldest(
  approvals: readonly RememberedApproval[],
  principalId: string,
): readonly RememberedApproval[] {
  let surplus =
    approvals.filter((each) => each.principalId === principalId).length - STORE_LIMITS.approvalsPerPrincipal;
  return surplus <= 0 ? approvals : approvals.filter((each) => each.principalId !== principalId || surplus-- <= 0);
}

/** Whether the principal of a request has too many others in the store, in number or in bytes. */
export function isFullFor(added: PendingApproval, pending: readonly PendingApproval[]): boolean {
  const now = Date.now();
  const principalId = principalIdOf(added.request);
  const own = pending.filter(({ request }) => principalIdOf(request) === principalId && !isExpired(request, now));
  if (own.length >= STORE_LIMITS.pendingPerPrincipal) return true;
  const bytes = [...own, added].reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0);
  return bytes > STORE_LIMITS.pendingBytesPerPrincipal;
}

/** The new content of the file, without expired entries if it would be too large. Throws a ToolFailure if it still is. */
export function serializeWithinLimits(before: FileContent, after: FileContent): string {
  const text = serialize(after);
  if (isWithinLimits(text, after)) return text;
  const now = Date.now();
  const current = {
    approvals: after.approvals.filter((approval) => !isExpired(approval, now)),
    pending: after.pending.filter(({ request }) => !isExpired(request, now)),
    settled: [],
  };
  const shorter = serialize(current);
  if (isWithinLimits(shorter, current) || shorter.length <= serialize(before).length) return shorter;
  throw storeIsFull();
}

function isWithinLimits(text: string, { approvals, pending }: FileContent): boolean {
  return (
    Buffer.byteLength(text) <= MAX_FILE_BYTES &&
    approvals.length <= STORE_LIMITS.approvals &&
    pending.length <= STORE_LIMITS.pending
  );
}

function serialize(content: FileContent): string {
  return `${JSON.stringify({ version: 1, ...content }, undefined, 1)}\n`;
}

export const MAX_FILE_BYTES = 16 * 1024 * 1024;
