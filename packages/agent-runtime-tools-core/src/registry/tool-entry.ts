import type { ToolHandler, ToolLimits } from '../contracts/tool-handler.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { CoordinatorRef } from '../contracts/tool-middleware.ts';
import type { ToolIdentity } from '../contracts/tool-identity.ts';
import type { ToolPack } from '../contracts/tool-pack.ts';
import type { Step } from '../pipeline/stage.ts';
import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import { DEFAULT_MAX_QUEUE, FairSemaphore } from '../runtime/fair-semaphore.ts';
import { CallStatistics } from '../stats/call-statistics.ts';

/** A registered tool with everything that is computed once per tool. */
export class ToolEntry {
  readonly handler: ToolHandler;
  pack: PackTraits | undefined;
  readonly stats: CallStatistics;
  /** The composed stages of its calls. */
  chains: ToolChains | undefined = undefined;
  /** The tool's own limits over its pack's. */
  limits: ToolLimits;
  /** Set if the tool limits how many of its calls run at once. */
  slots: FairSemaphore | undefined;
  inFlight = 0;
  /** True once the handler is initialised. */
  ready: boolean;
  /** What middlewares are told about the tool. */
  identity: ToolIdentity;
  #input: CompiledSchema | undefined;
  #output: CompiledSchema | undefined;
  #initializing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  #shutdown: Promise<void> | undefined;

  constructor(handler: ToolHandler, pack: PackTraits | undefined, stats = new CallStatistics()) {
    this.handler = handler;
    this.pack = pack;
    this.stats = stats;
    this.limits = { ...pack?.limits, ...handler.limits };
    this.slots = createSlots(this.limits);
    this.ready = handler.initialize === undefined;
    this.identity = identityOf(handler, pack, []);
  }

  get packName(): string | undefined {
    return this.pack?.name;
  }

  /** Chains are composed again, because a middleware's `appliesTo` may depend on the names of the tool. */
  setAliases(aliases: readonly string[]): void {
    this.identity = identityOf(this.handler, this.pack, aliases);
    this.chains = undefined;
  }

  /** The same handler is part of a new version of its pack. */
  moveToPack(pack: PackTraits | undefined): void {
    this.pack = pack;
    const { concurrency } = this.limits;
    this.limits = { ...pack?.limits, ...this.handler.limits };
    // Running calls release the slots of the semaphore they acquired them from.
    if (this.limits.concurrency !== concurrency) this.slots = createSlots(this.limits);
    this.setAliases(this.identity.aliases ?? []);
  }

  /** Compiled on first use. Throws if the schema cannot be compiled. */
  get input(): CompiledSchema {
    return (this.#input ??= compileSchema(this.handler.parameters, { closed: true }));
  }

  get output(): CompiledSchema | undefined {
    if (this.handler.output === undefined) return undefined;
    return (this.#output ??= compileSchema(this.handler.output, { closed: false }));
  }

  /** Initialises the handler once, even if several calls ask at the same time; tries again after a failure. */
  initialize(host: ToolHost): Promise<void> {
    this.#initializing ??= this.#initializeNow(host);
    return this.#initializing;
  }

  callEnded(): void {
    this.inFlight--;
    if (this.inFlight === 0 && this.#onIdle !== undefined) this.#onIdle();
  }

  /**
   * Waits for the running calls, then shuts the handler down, once, if it was initialised. An initialisation cannot be
   * stopped: it is waited for until `withTimeout` rejects, and if it succeeds later, the handler is shut down then.
   */
  retire(coordinator: CoordinatorRef, withTimeout: WithTimeout): Promise<void> {
    this.#shutdown ??= this.#shutdownWhenIdle(coordinator, withTimeout);
    return this.#shutdown;
  }

  async #initializeNow({ services, coordinator }: ToolHost): Promise<void> {
    try {
      await this.handler.initialize?.(services, coordinator);
      this.ready = true;
    } catch (error) {
      this.#initializing = undefined;
      throw error;
    }
  }

  async #shutdownWhenIdle(coordinator: CoordinatorRef, withTimeout: WithTimeout): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    if (!this.ready && this.#initializing !== undefined) await withTimeout(this.#initializing).catch(() => undefined);
    if (this.ready) await withTimeout(this.#shutdownNow(coordinator));
    // Nothing awaits this late shutdown, so its failure cannot be reported.
    else this.#initializing?.then(() => this.#shutdownNow(coordinator)).catch(() => undefined);
  }

  async #shutdownNow(coordinator: CoordinatorRef): Promise<void> {
    await this.handler.shutdown?.(coordinator);
  }
}

/** What a handler is told about the coordinator that initialises it. */
interface ToolHost {
  readonly services: ToolServices;
  readonly coordinator: CoordinatorRef;
}

/** Waits for a promise that cannot be cancelled, and rejects if that takes too long. */
export type WithTimeout = (promise: Promise<void>) => Promise<void>;

/** What is wrong with a tool's limits, if anything. */
export function limitsProblem({
  retry,
  concurrency,
  delegates: _delegates,
  ...limits
}: ToolLimits): string | undefined {
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    return `concurrency must be a whole number of at least 1, not ${concurrency}`;
  const { random: _, ...numbers } = retry ?? {};
  const invalid = Object.entries({ ...limits, ...numbers }).find(
    ([, value]) => value !== undefined && !(typeof value === 'number' && value >= 0),
  );
  return invalid && `${invalid[0]} is ${String(invalid[1])}`;
}

/** The composed stages of a tool. */
export interface ToolChain {
  readonly step: Step;
  /** Whether its calls may be judged before their turn in a batch. */
  readonly judgesAhead: boolean;
}

interface ToolChains {
  /** The `chainVersion` of the runtime that they were composed for. */
  readonly version: number;
  /** For calls that use the coordinator's services. */
  shared: ToolChain | undefined;
  /** For calls that bring services of their own. */
  withOwnServices: ToolChain | undefined;
}

/** The properties of a pack that apply to each of its tools. */
export type PackTraits = Pick<ToolPack, 'name' | 'tags' | 'category' | 'annotations' | 'limits'>;

function createSlots({ concurrency }: ToolLimits): FairSemaphore | undefined {
  return concurrency !== undefined && concurrency >= 1
    ? new FairSemaphore({ limit: concurrency, maxQueue: DEFAULT_MAX_QUEUE })
    : undefined;
}

function identityOf(handler: ToolHandler, pack: PackTraits | undefined, aliases: readonly string[]): ToolIdentity {
  const { name, version, capabilities, requiresApproval, title, remote } = handler;
  const tags = [...new Set([...(handler.tags ?? []), ...(pack?.tags ?? [])])];
  const category = handler.category ?? pack?.category;
  const annotations = { ...pack?.annotations, ...handler.annotations };
  return Object.freeze({
    name,
    version,
    capabilities,
    aliases: Object.freeze([...aliases]),
    ...(requiresApproval !== undefined && { requiresApproval: Boolean(requiresApproval) }),
    ...(title !== undefined && { title }),
    ...(pack !== undefined && { pack: pack.name }),
    ...(tags.length > 0 && { tags: Object.freeze(tags) }),
    ...(category !== undefined && { category }),
    ...(remote !== undefined && { remote: typeof remote === 'function' ? remote : Object.freeze({ ...remote }) }),
    ...(Object.keys(annotations).length > 0 && { annotations: Object.freeze(annotations) }),
  });
}
