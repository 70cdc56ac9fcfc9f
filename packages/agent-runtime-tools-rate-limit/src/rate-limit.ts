import {
  fail,
  type ToolContext,
  type ToolError,
  type ToolIdentity,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, identityOfCall } from '@ku0/agent-runtime-tools-rules';
import { compileLimits, type CompiledLimit } from './limits/compile-limits.ts';
import type { CountedCall } from './limits/limit-key.ts';
import { LimitsOfTool } from './limits/limits-of-tool.ts';
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
    const call = this.#countedCall(params, context);
    const limits = this.#limitsOf(call.tool);
    const { buckets } = limits.usesOf(call);
    if (buckets.length === 0) return next(params);
    const shortage = this.#store.take(buckets);
    if (shortage === undefined) return next(params);
    const proceed = (found: Shortage | undefined): Promise<ToolResult> =>
      found === undefined ? next(params) : refusal(tooManyCalls(limits.rates[found.index], call, found));
    return shortage instanceof Promise ? shortage.then(proceed, refuseUncounted) : proceed(shortage);
  }

  holdPlace(params: unknown, context: ToolContext, next: Next): Promise<ToolResult> {
    const call = this.#countedCall(params, context);
    const limits = this.#limitsOf(call.tool);
    const { places } = limits.usesOf(call);
    if (places.length === 0) return next(params);
    const holder = `${context.coordinatorId}/${context.callKey}`;
    const shortage = this.#store.enter(places, holder);
    if (shortage === undefined) return this.#run(params, next, places, holder);
    const proceed = (found: Shortage | undefined): Promise<ToolResult> =>
      found === undefined
        ? this.#run(params, next, places, holder)
        : refusal(tooManyAtOnce(limits.places[found.index], call, found));
    return shortage instanceof Promise ? shortage.then(proceed, refuseUncounted) : proceed(shortage);
  }

  /** Runs a call that has its places. `next` always resolves, because the middleware sees every outcome. */
  async #run(params: unknown, next: Next, places: readonly PlaceUse[], holder: string): Promise<ToolResult> {
    const result = await next(params);
    void this.#store.leave(places, holder);
    return result;
  }

  /** The call, with the tool that it really goes to. */
  #countedCall(params: unknown, context: ToolContext): CountedCall {
    if (!this.#limitsOf(context.tool).dispatches) return context;
    const { tool, principal, taskId } = context;
    return { tool: identityOfCall(tool, params), principal, taskId };
  }

  #limitsOf(tool: ToolIdentity): LimitsOfTool {
    let found = this.#byTool.get(tool);
    if (found === undefined) this.#byTool.set(tool, (found = new LimitsOfTool(tool, this.#limits)));
    return found;
  }
}

function refusal(error: ToolError): Promise<ToolResult> {
  return Promise.resolve(fail(error));
}

/** A store that fails in any other way ends the call too. */
function refuseUncounted(error: unknown): ToolResult {
  if (error instanceof StoreUnavailableError) return fail(notCounted(error));
  throw error;
}

const OUTSIDE_OTHERS = 1000;
