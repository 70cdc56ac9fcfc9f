import type { Owner } from '../contracts/owner.ts';

/** A call of a batch whose turn has not come: it can be cancelled like one under way. */
export interface UpcomingCall {
  readonly callId: string | undefined;
  readonly owner: Owner;
  /** A signal that has fired, once the call has been cancelled. */
  cancelled: AbortSignal | undefined;
}
