import type { ApprovalRequest } from './approval-request.ts';
import type { GateOutcome } from './approval-gate.ts';

/** A request that a call of this process waits for. */
export interface WaitingRequest {
  readonly request: ApprovalRequest;
  /** The key of the call. */
  readonly key: string;
  readonly coordinatorId: string | undefined;
  /** False if the request was settled before. `isTaken`: it is not in the store any more. */
  readonly settle: (outcome: GateOutcome, options?: { readonly isTaken: boolean }) => boolean;
}

/** Limits for the requests that wait at the same time, in total and for each principal. */
export interface PendingLimits {
  readonly count: number;
  readonly bytes: number;
  readonly countPerPrincipal: number;
  readonly bytesPerPrincipal: number;
}

/** The requests that wait in this process, with their number and size per principal. */
export class WaitingRequests {
  readonly #limits: PendingLimits;
  readonly #byId = new Map<string, WaitingRequest & { readonly size: number }>();
  readonly #byPrincipal = new Map<string, { count: number; bytes: number }>();
  #bytes = 0;

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): WaitingRequest | undefined {
    return this.#byId.get(id);
  }

  all(): readonly WaitingRequest[] {
    return [...this.#byId.values()];
  }

  /** False if a limit would be exceeded. */
  add(waiting: WaitingRequest): boolean {
    const { request } = waiting;
    const size = sizeOf(request);
    const ofPrincipal = this.#byPrincipal.get(principalIdOf(request)) ?? { count: 0, bytes: 0 };
    const { count, bytes, countPerPrincipal, bytesPerPrincipal } = this.#limits;
    const isFull =
      this.#byId.size >= count ||
      ofPrincipal.count >= countPerPrincipal ||
      this.#bytes + size > bytes ||
      ofPrincipal.bytes + size > bytesPerPrincipal;
    if (isFull) return false;
    this.#byId.set(request.id, { ...waiting, size });
    this.#bytes += size;
    this.#byPrincipal.set(principalIdOf(request), { count: ofPrincipal.count + 1, bytes: ofPrincipal.bytes + size });
    return true;
  }

  delete(id: string): void {
    const found = this.#byId.get(id);
    if (found === undefined) return;
    this.#byId.delete(id);
    this.#bytes -= found.size;
    const principalId = principalIdOf(found.request);
    const ofPrincipal = this.#byPrincipal.get(principalId);
    if (ofPrincipal === undefined) return;
    ofPrincipal.count -= 1;
    ofPrincipal.bytes -= found.size;
    if (ofPrincipal.count === 0) this.#byPrincipal.delete(principalId);
  }
}

/** The id of the request's principal; empty if the host names none. */
export function principalIdOf({ principal }: Pick<ApprovalRequest, 'principal'>): string {
  return principal?.id ?? '';
}

/** Roughly the memory that a request takes: two bytes per character, and a little for everything else. */
function sizeOf({ args, diff, preview }: ApprovalRequest): number {
  return BASE_BYTES + bytesOf(args) + bytesOf(diff) + bytesOf(preview);
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length * 2;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 16;
  for (const [name, each] of Object.entries(value)) sum += name.length * 2 + bytesOf(each);
  return sum;
}

const BASE_BYTES = 1024;
