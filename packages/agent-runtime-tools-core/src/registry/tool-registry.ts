import type { ToolHandler, ToolLimits } from '../contracts/tool-handler.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { CoordinatorRef } from '../contracts/tool-middleware.ts';
import type { ToolIdentity } from '../contracts/tool-identity.ts';
import type { ToolPack } from '../contracts/tool-pack.ts';
import { RegistrationError } from './registration-error.ts';
import type { Step } from '../pipeline/stage.ts';
import { compileSchema, type CompiledSchema } from '../schema/compile-schema.ts';
import { parametersSchemaProblem, schemaProblem } from '../schema/schema-problem.ts';
import { DEFAULT_MAX_QUEUE, FairSemaphore } from '../runtime/fair-semaphore.ts';
import { CallStatistics } from '../stats/call-statistics.ts';
import { StatisticsByTool } from '../stats/statistics-by-tool.ts';

/** Finds tools by what a model calls them. */
export interface ToolLookup {
  find(name: string): ToolEntry | undefined;
  /** Names of tools, without aliases. */
  names(): string[];
  entries(): ToolEntry[];
}

/** The tools of a coordinator, by name and alias. */
export class ToolRegistry implements ToolLookup {
  readonly #entries = new Map<string, ToolEntry>();
  readonly #aliases = new Map<string, string>();
  readonly #stats = new StatisticsByTool((name) => this.#entries.has(name));

  /** The statistics of every tool there is and has been. */
  get stats(): StatisticsByTool {
    return this.#stats;
  }

  add(handler: ToolHandler, pack?: PackTraits): ToolEntry {
    const { name } = handler;
    this.#refuseTaken(name);
    const problem = parametersSchemaProblem(handler.parameters);
    if (problem !== undefined) throw new RegistrationError(`The parameters of tool "${name}": the schema ${problem}.`);
    const fault = handler.output === undefined ? undefined : schemaProblem(handler.output);
    if (fault !== undefined) throw new RegistrationError(`The output of tool "${name}": the schema ${fault}.`);
    if (typeof handler.execute !== 'function') throw new RegistrationError(`Tool "${name}" has no execute function.`);
    if (!isListOfTexts(handler.tags) || !isListOfTexts(pack?.tags))
      throw new RegistrationError(`Tool "${name}": its tags are not a list of texts.`);
    const entry = new ToolEntry(handler, pack, this.#stats.of(name));
    const limit = limitsFault(entry.limits);
    if (limit !== undefined) throw new RegistrationError(`Tool "${name}": ${limit}.`);
    this.#entries.set(name, entry);
    return entry;
  }

  addAlias(alias: string, target: string): void {
    this.#refuseTaken(alias);
    if (!this.#entries.has(target))
      throw new RegistrationError(`The alias "${alias}" points to "${target}", which is not registered.`);
    this.#aliases.set(alias, target);
    this.#entries.get(target)?.nameAlso(this.aliasesOf(target));
  }

  /** Takes a tool and its aliases out; calls under way finish on it. Undefined when there is none. */
  remove(name: string): ToolEntry | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.#entries.delete(name);
    for (const [alias, target] of this.#aliases) if (target === name) this.#aliases.delete(alias);
    return entry;
  }

  removeAlias(alias: string): void {
    const target = this.#aliases.get(alias);
    if (target === undefined) return;
    this.#aliases.delete(alias);
    this.#entries.get(target)?.nameAlso(this.aliasesOf(target));
  }

  aliasesOf(name: string): string[] {
    return [...this.#aliases].filter(([, target]) => target === name).map(([alias]) => alias);
  }

  /** Puts back what `remove` has taken out. */
  restore(entry: ToolEntry, aliases: readonly string[]): void {
    this.#entries.set(entry.handler.name, entry);
    for (const alias of aliases) this.#aliases.set(alias, entry.handler.name);
    entry.nameAlso(this.aliasesOf(entry.handler.name));
  }

  find(name: string): ToolEntry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#aliases.get(name) ?? '');
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  entries(): ToolEntry[] {
    return [...this.#entries.values()];
  }

  #refuseTaken(name: string): void {
    if (!NAME.test(name)) {
      throw new RegistrationError(
        `"${name}" is not a tool name: letters, digits, _ and -, at most 64, is what every model provider accepts.`,
      );
    }
    if (this.#entries.has(name)) throw new RegistrationError(`Tool "${name}" is already registered.`);
    if (this.#aliases.has(name))
      throw new RegistrationError(`"${name}" is already an alias of "${this.#aliases.get(name)}".`);
  }
}

function isListOfTexts(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.every((text) => typeof text === 'string'));
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A registered tool with everything that is worked out once. */
export class ToolEntry {
  readonly handler: ToolHandler;
  pack: PackTraits | undefined;
  readonly stats: CallStatistics;
  /** The composed stages; `ofOwnServices` are those of calls that bring services of their own. */
  chains: ToolChains | undefined = undefined;
  /** The tool's own limits over its pack's. */
  limits: ToolLimits;
  /** Where the tool limits how many of its calls run at once. */
  places: FairSemaphore | undefined;
  inFlight = 0;
  ready: boolean;
  /** What middlewares are told of the tool. */
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
    this.places = placesOf(this.limits);
    this.ready = handler.initialize === undefined;
    this.identity = identityOf(handler, pack, []);
  }

  get packName(): string | undefined {
    return this.pack?.name;
  }

  /** The aliases have changed: whoever goes by names is asked again. */
  nameAlso(aliases: readonly string[]): void {
    this.identity = identityOf(this.handler, this.pack, aliases);
    this.chains = undefined;
  }

  /** The same handler in a new version of its pack. */
  moveTo(pack: PackTraits | undefined): void {
    this.pack = pack;
    const { concurrency } = this.limits;
    this.limits = { ...pack?.limits, ...this.handler.limits };
    // Calls under way give back the places that they have taken where they took them.
    if (this.limits.concurrency !== concurrency) this.places = placesOf(this.limits);
    this.nameAlso(this.identity.aliases ?? []);
  }

  /** Compiled on first use. Throws when the schema cannot be compiled. */
  get input(): CompiledSchema {
    return (this.#input ??= compileSchema(this.handler.parameters, { closed: true }));
  }

  get output(): CompiledSchema | undefined {
    if (this.handler.output === undefined) return undefined;
    return (this.#output ??= compileSchema(this.handler.output, { closed: false }));
  }

  /** Once, however many ask at the same time; again after a failure. */
  initialize(host: ToolHost): Promise<void> {
    this.#initializing ??= this.#initializeNow(host);
    return this.#initializing;
  }

  /** A call has ended. */
  leave(): void {
    this.inFlight--;
    if (this.inFlight === 0 && this.#onIdle !== undefined) this.#onIdle();
  }

  /**
   * Waits for the calls under way, then shuts the handler down, once; not when it was never initialised. An
   * initialisation under way cannot be stopped: it is waited for as long as `patience` lasts, and what it brings up
   * after that is shut down then.
   */
  retire(coordinator: CoordinatorRef, patience: Patience): Promise<void> {
    this.#shutdown ??= this.#shutdownWhenIdle(coordinator, patience);
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

  async #shutdownWhenIdle(coordinator: CoordinatorRef, patience: Patience): Promise<void> {
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    if (!this.ready && this.#initializing !== undefined) await patience(this.#initializing).catch(() => undefined);
    if (this.ready) await patience(this.#shutdownNow(coordinator));
    // Nobody waits for this any more, so nobody would hear of its failure either.
    else this.#initializing?.then(() => this.#shutdownNow(coordinator)).catch(() => undefined);
  }

  async #shutdownNow(coordinator: CoordinatorRef): Promise<void> {
    await this.handler.shutdown?.(coordinator);
  }
}

/** What a handler is told of the coordinator that it is initialised for. */
interface ToolHost {
  readonly services: ToolServices;
  readonly coordinator: CoordinatorRef;
}

/** Waits for what cannot be stopped, but not for ever: then it rejects. */
export type Patience = (promise: Promise<void>) => Promise<void>;

function placesOf({ concurrency }: ToolLimits): FairSemaphore | undefined {
  return concurrency !== undefined && concurrency >= 1
    ? new FairSemaphore({ limit: concurrency, maxQueue: DEFAULT_MAX_QUEUE })
    : undefined;
}

function limitsFault({ retry, concurrency, delegates: _delegates, ...limits }: ToolLimits): string | undefined {
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    return `concurrency must be a whole number of at least 1, not ${concurrency}`;
  const { random: _, ...numbers } = retry ?? {};
  const fault = Object.entries({ ...limits, ...numbers }).find(
    ([, value]) => value !== undefined && !(typeof value === 'number' && value >= 0),
  );
  return fault && `${fault[0]} is ${String(fault[1])}`;
}

/** The composed stages of a tool. */
export interface ToolChain {
  readonly step: Step;
  /** Whether its calls may be judged before it is their turn in a batch. */
  readonly judgesAhead: boolean;
}

interface ToolChains {
  readonly version: number;
  usual: ToolChain | undefined;
  ofOwnServices: ToolChain | undefined;
}

/** What a pack says about each of its tools. */
export type PackTraits = Pick<ToolPack, 'name' | 'tags' | 'category' | 'annotations' | 'limits'>;

function identityOf(handler: ToolHandler, pack: PackTraits | undefined, aliases: readonly string[]): ToolIdentity {
  const { name, version, capabilities, requiresApproval, title } = handler;
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
    ...(Object.keys(annotations).length > 0 && { annotations: Object.freeze(annotations) }),
  });
}
