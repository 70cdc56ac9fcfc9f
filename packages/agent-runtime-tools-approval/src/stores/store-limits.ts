import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';

/** How much a shared store keeps. Each principal has limits of its own, so that one leaves room for the others. */
export const STORE_LIMITS = {
  approvals: 10_000,
  approvalsPerPrincipal: 1000,
  pending: 1000,
  pendingPerPrincipal: 200,
  /** As JSON text. */
  pendingBytes: 16 * 1024 * 1024,
  pendingBytesPerPrincipal: 4 * 1024 * 1024,
  /** Of answered requests only the latest are remembered, for this long. */
  settled: 1000,
  settledMs: 24 * 3_600_000,
} as const;

/** The error of a store that has no room for another entry. */
export function storeIsFull(): ToolFailure {
  return new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message: 'The approval store is full.' }));
}
