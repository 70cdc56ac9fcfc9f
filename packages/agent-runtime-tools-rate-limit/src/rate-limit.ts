import {
  fail,
  type ToolContext,
  type ToolIdentity,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, identityOfCall } from '@ku0/agent-runtime-tools-rules';
import { compileLimits, type CompiledLimit } from './limits/compile-limits.ts';
import { limitKey, type CountedCall } from './limits/limit-key.ts';
import type { RateLimit, RateLimitOptions } from './rate-limit-options.ts';
import { notCounted, tooManyAtOnce, tooManyCalls } from './refusals.ts';
import { GuardedStore, StoreUnavailableError } from './stores/guarded-store.ts';
import { MemoryStore } from './stores/memory-store.ts';
import type { PlaceUse, RateLimitStore, Shortage } from './stores/rate-limit-store.ts';

/** The middlewares for `use`. */
export type RateLimiter = readonly ToolMiddleware[] & {
  /** Replaces the limits. Limits that keep their name keep their counts. Throws and changes nothing if they are invalid. */
  reload(limits: readonly RateLimit[]): void;
};

/**
 * Limits the calls of a coordinator, or of several that use it. Rates are counted before hooks and approval; a place is taken
 * right before the tool runs, so that a call that waits for a person takes none.
 */
export function rateLimit(options: RateLimitOptions): RateLimiter {
  const limiter = new Limiter(options);
  const listeners = new Set<() => void>();
  const coordinators = new Set<string>();
  const shared: Pick<ToolMiddleware, 'onAppliesToChange'> = {
    onAppliesToChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const middlewares: readonly ToolMiddleware[] = [
    {
      ...shared,
      name: 'rate-limit',
      phase: 'guard',
      appliesTo: (tool) => limiter.mayLimit(tool, ({ bucket }) => bucket !== undefined),
      execute: (params, context, next) => limiter.countCall(params, context, next),
      attach: ({ id }) => void coordinators.add(id),
      async shutdown({ id }) {
        coordinators.delete(id);
        if (coordinators.size === 0) await limiter.close();
      },
    },
    {
      ...shared,
      name: 'rate-limit-places',
      phase: 'around',
      priority: OUTSIDE_OTHERS,
      // A place has to be given back even if the tool hangs.
      seesEveryOutcome: true,
      appliesTo: (tool) => limiter.mayLimit(tool, ({ concurrency }) => concurrency !== undefined),
      execute: (params, context, next) => limiter.holdPlace(params, context, next),
    },
  ];
  return Object.assign([...middlewares], {
    reload(limits: readonly RateLimit[]) {
      limiter.reload(limits);
      for (const listener of listeners) listener();
    },
  });
}

type Next = (params: unknown) => Promise<ToolResult>;

class Limiter {
  readonly #store: RateLimitStore;
  #limits: readonly CompiledLimit[];
  #byTool = new WeakMap<ToolIdentity, LimitsOfTool>();

  constructor({ limits, store, onStoreFailure = 'deny', storeTimeoutMs = 1000, maxKeys, clock }: RateLimitOptions) {
    this.#limits = compileLimits(limits);
    const inMemory = { ...(maxKeys !== undefined && { maxKeys }), ...(clock !== undefined && { clock }) };
    this.#store =
      store === undefined || store instanceof MemoryStore
        ? (store ?? new MemoryStore(inMemory))
        : new GuardedStore(store, {
            timeoutMs: storeTimeoutMs,
            local: onStoreFailure === 'local' ? new MemoryStore(inMemory) : undefined,
          });
  }

  reload(limits: readonly RateLimit[]): void {
    this.#limits = compileLimits(limits);
    this.#byTool = new WeakMap();
  }

  async close(): Promise<void> {
    await this.#store.close?.();
  }

  /** Whether a limit of this kind may apply to calls of the tool. */
  mayLimit(tool: ToolIdentity, isOfKind: (limit: CompiledLimit) => boolean): boolean {
    return this.#limits.some((limit) => isOfKind(limit) && (limit.appliesTo(tool) || dispatchesToRemoteTools(tool)));
  }

  countCall(params: unknown, context: ToolContext, next: Next): Promise<ToolResult> {
    const call = countedCall(params, context);
    const { rates } = this.#limitsOf(call.tool);
    const uses = rates.map(({ limit, bucket }) => ({ limit: limit.name, key: limitKey(limit, call), ...bucket }));
    const shortage = uses.length === 0 ? undefined : this.#store.take(uses);
    const proceed = (found: Shortage | undefined): Promise<ToolResult> =>
      found === undefined ? next(params) : Promise.resolve(fail(tooManyCalls(rates[found.index]?.limit, call, found)));
    return shortage instanceof Promise ? shortage.then(proceed, refuseUncounted) : proceed(shortage);
  }

  async holdPlace(params: unknown, context: ToolContext, next: Next): Promise<ToolResult> {
    const call = countedCall(params, context);
    const { places } = this.#limitsOf(call.tool);
    const uses = places.map(({ limit, concurrency }) => ({ key: limitKey(limit, call), places: concurrency }));
    if (uses.length === 0) return next(params);
    const holder = `${context.coordinatorId}/${context.callKey}`;
    let shortage: Shortage | undefined;
    try {
      shortage = await this.#store.enter(uses, holder);
    } catch (error) {
      return refuseUncounted(error);
    }
    if (shortage !== undefined) return fail(tooManyAtOnce(places[shortage.index]?.limit, call, shortage));
    try {
      return await next(params);
    } finally {
      this.#leave(uses, holder);
    }
  }

  /** The caller need not wait for this. */
  #leave(uses: readonly PlaceUse[], holder: string): void {
    void this.#store.leave(uses, holder);
  }

  #limitsOf(tool: ToolIdentity): LimitsOfTool {
    let found = this.#byTool.get(tool);
    if (found === undefined) {
      found = limitsOfTool(this.#limits.filter((limit) => limit.appliesTo(tool)));
      this.#byTool.set(tool, found);
    }
    return found;
  }
}

interface LimitsOfTool {
  readonly rates: readonly { readonly limit: CompiledLimit; readonly bucket: { intervalMs: number; burst: number } }[];
  readonly places: readonly { readonly limit: CompiledLimit; readonly concurrency: number }[];
}

function limitsOfTool(limits: readonly CompiledLimit[]): LimitsOfTool {
  return {
    rates: limits.flatMap((limit) => (limit.bucket === undefined ? [] : [{ limit, bucket: limit.bucket }])),
    places: limits.flatMap((limit) =>
      limit.concurrency === undefined ? [] : [{ limit, concurrency: limit.concurrency }],
    ),
  };
}

function countedCall(params: unknown, { tool, principal, taskId }: ToolContext): CountedCall {
  return { tool: identityOfCall(tool, params), principal, taskId };
}

/** A store that fails in any other way ends the call too. */
function refuseUncounted(error: unknown): ToolResult {
  if (error instanceof StoreUnavailableError) return fail(notCounted(error));
  throw error;
}

const OUTSIDE_OTHERS = 1000;
