import type { ApprovalRequest } from './approval-request.ts';
import type { GateOutcome } from './approval-gate.ts';

/** A request that a call of this process waits for. */
export interface Waiting {
  readonly request: ApprovalRequest;
  readonly coordinatorId: string | undefined;
  readonly settle: (outcome: GateOutcome) => void;
}

/** How much may wait at once: of all principals, and of each. */
export interface PendingLimits {
  readonly count: number;
  readonly bytes: number;
  readonly countPerPrincipal: number;
  readonly bytesPerPrincipal: number;
}

/** What waits in this process, by id, and what it takes. */
export class WaitingRequests {
  readonly #limits: PendingLimits;
  readonly #byId = new Map<string, Waiting & { readonly size: number }>();
  readonly #byPrincipal = new Map<string, { count: number; bytes: number }>();
  #bytes = 0;

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): Waiting | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Waiting[] {
    return [...this.#byId.values()];
  }

  /** False when there is no room for it. */
  add(waiting: Waiting): boolean {
    const { request } = waiting;
    const size = sizeOf(request);
    const own = this.#byPrincipal.get(principalIdOf(request)) ?? { count: 0, bytes: 0 };
    const { count, bytes, countPerPrincipal, bytesPerPrincipal } = this.#limits;
    const isFull =
      this.#byId.size >= count ||
      own.count >= countPerPrincipal ||
      this.#bytes + size > bytes ||
      own.bytes + size > bytesPerPrincipal;
    if (isFull) return false;
    this.#byId.set(request.id, { ...waiting, size });
    this.#bytes += size;
    this.#byPrincipal.set(principalIdOf(request), { count: own.count + 1, bytes: own.bytes + size });
    return true;
  }

  delete(id: string): void {
    const found = this.#byId.get(id);
    if (found === undefined) return;
    this.#byId.delete(id);
    this.#bytes -= found.size;
    const principalId = principalIdOf(found.request);
    const own = this.#byPrincipal.get(principalId);
    if (own === undefined) return;
    own.count -= 1;
    own.bytes -= found.size;
    if (own.count === 0) this.#byPrincipal.delete(principalId);
  }
}

/** Empty where the host names no principal. */
export function principalIdOf({ principal }: Pick<ApprovalRequest, 'principal'>): string {
  return principal?.id ?? '';
}

/** What a request keeps in memory: its texts, two bytes for a character, and a little for everything else. */
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
