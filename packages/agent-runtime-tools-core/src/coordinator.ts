import type { ToolHandler } from './contracts/tool-handler.ts';
import type { ToolMiddleware } from './contracts/tool-middleware.ts';
import type { ToolPack } from './contracts/tool-pack.ts';
import type { ToolCoordinatorOptions } from './coordinator-options.ts';
import { coreErrors } from './errors.ts';
import { dryRunOf } from './pipeline/dry-run.ts';
import { Runtime } from './pipeline/runtime.ts';
import { RegistrationError, ToolRegistry, type ToolEntry } from './registry.ts';
import { ServiceProvider } from './runtime/service-provider.ts';
import { collectStats } from './stats/collect-stats.ts';
import type { CoordinatorStats } from './stats/call-statistics.ts';
import type { WithPack, WithTool } from './tool-map.ts';
import { ToolView } from './tool-view.ts';

/** The tools of an application, and the one way to call them. */
export class ToolCoordinator<M = Record<never, never>> extends ToolView<M> {
  readonly #runtime: Runtime;
  readonly #registry: ToolRegistry;
  readonly #services: ServiceProvider;
  readonly #packs = new Map<string, { tools: readonly string[] }>();
  #shutdown: Promise<void> | undefined;

  constructor(options: ToolCoordinatorOptions = {}) {
    const runtime = new Runtime(options);
    runtime.dryRunner = dryRunOf;
    const registry = new ToolRegistry();
    super(runtime, registry);
    this.#runtime = runtime;
    this.#registry = registry;
    this.#services = new ServiceProvider(runtime.services);
  }

  /** Adds a tool. Throws when the name is taken or the tool cannot work. */
  register<const T extends ToolHandler>(tool: T): ToolCoordinator<WithTool<M, T>> {
    this.#registry.add(tool);
    return this.#retyped();
  }

  /** Another name for a tool; it is not listed to the model. */
  registerAlias(alias: string, target: string): this {
    this.#registry.addAlias(alias, target);
    return this;
  }

  /** Adds a family of tools: all of it or, when something is wrong, none. */
  registerPack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    if (this.#packs.has(pack.name))
      throw new RegistrationError(`Pack "${pack.name}" is already registered; use replacePack.`);
    this.#services.require(pack);
    this.#addPack(pack);
    return this.#retyped();
  }

  /** Puts a new version of a pack in the old one's place. Calls under way finish on the old one. */
  replacePack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    this.#services.require(pack);
    const retired = this.#removePack(pack.name);
    try {
      this.#addPack(pack);
    } catch (error) {
      this.#restore(pack.name, retired);
      throw error;
    }
    this.#retire(retired.map(({ entry }) => entry).filter((entry) => !this.#keep(entry)));
    return this.#retyped();
  }

  /** Takes a whole pack out; calls under way finish. False when there is none of this name. */
  unregisterPack(name: string): boolean {
    if (!this.#packs.has(name)) return false;
    this.#retire(this.#removePack(name).map(({ entry }) => entry));
    return true;
  }

  /** Takes a tool out; calls under way finish. False when there is none of this name. */
  unregister(name: string): boolean {
    const entry = this.#registry.remove(name);
    if (entry === undefined) return false;
    if (entry.packName !== undefined && !this.#registry.entries().some((other) => other.packName === entry.packName))
      this.#packs.delete(entry.packName);
    this.#retire([entry]);
    return true;
  }

  /** Adds a middleware, or several that belong together. Calls that have begun go on without it. */
  use(middleware: ToolMiddleware | readonly ToolMiddleware[]): this {
    this.#runtime.middlewares.push(...[middleware].flat());
    this.#runtime.version++;
    return this;
  }

  /** Compiles every schema and initialises every tool now, rather than on its first call. Rejects if one cannot. */
  async initializeAll(): Promise<void> {
    await Promise.all(
      this.#registry.entries().map(async (entry) => {
        void entry.input;
        void entry.output;
        if (!entry.ready) await entry.initialize(this.#runtime.services);
      }),
    );
  }

  /** A task is over: its calls are stopped, and services end what belongs to it, such as its background commands. Never rejects. */
  async endTask(taskId: string): Promise<void> {
    this.cancelTask(taskId, 'its task has ended');
    this.endTurn({ taskId });
    await this.#services.endTask(taskId, (error) =>
      this.#runtime.logger.error('a service failed to end a task', { taskId, error: String(error) }),
    );
  }

  /** Stops every call, then shuts every tool and every service that core made down. Never rejects. */
  shutdownAll(): Promise<void> {
    this.#shutdown ??= this.#shutdownNow();
    return this.#shutdown;
  }

  getStats(): CoordinatorStats {
    return collectStats(this.#registry.entries(), this.#runtime);
  }

  async #shutdownNow(): Promise<void> {
    const runtime = this.#runtime;
    runtime.closed = true;
    for (const call of runtime.inFlight.toArray())
      call.abort(coreErrors.SHUT_DOWN({ message: 'The call was stopped because the tools were shut down.' }));
    await Promise.all(this.#registry.entries().map((entry) => this.#retireQuietly(entry)));
    for (const { name, shutdown } of runtime.middlewares.map(bound)) {
      await shutdown().catch((error: unknown) =>
        runtime.logger.error('a middleware failed to shut down', { middleware: name, error: String(error) }),
      );
    }
    await this.#services.shutdown((error) =>
      runtime.logger.error('a service failed to shut down', { error: String(error) }),
    );
    runtime.activity.close();
  }

  #addPack(pack: ToolPack): void {
    const added: string[] = [];
    try {
      for (const tool of pack.tools) {
        this.#registry.add(tool, pack.name);
        added.push(tool.name);
      }
      for (const [alias, target] of Object.entries(pack.aliases ?? {})) this.#registry.addAlias(alias, target);
    } catch (error) {
      for (const name of added) this.#registry.remove(name);
      throw error;
    }
    this.#packs.set(pack.name, { tools: added });
  }

  #removePack(name: string): { entry: ToolEntry; aliases: string[] }[] {
    const removed = (this.#packs.get(name)?.tools ?? []).flatMap((tool) => {
      const aliases = this.#registry.aliasesOf(tool);
      const entry = this.#registry.remove(tool);
      return entry === undefined ? [] : [{ entry, aliases }];
    });
    this.#packs.delete(name);
    return removed;
  }

  #restore(name: string, old: readonly { entry: ToolEntry; aliases: string[] }[]): void {
    for (const { entry, aliases } of old) this.#registry.restore(entry, aliases);
    if (old.length > 0) this.#packs.set(name, { tools: old.map(({ entry }) => entry.handler.name) });
  }

  /** A handler that is in the new pack too goes on as it is, initialised and with its calls under way. */
  #keep(old: ToolEntry): boolean {
    const current = this.#registry.find(old.handler.name);
    if (current?.handler !== old.handler) return false;
    this.#registry.restore(old, []);
    return true;
  }

  #retire(entries: readonly ToolEntry[]): void {
    for (const entry of entries) void this.#retireQuietly(entry);
  }

  async #retireQuietly(entry: ToolEntry): Promise<void> {
    try {
      await entry.retire();
    } catch (error) {
      this.#runtime.logger.error('a tool failed to shut down', { tool: entry.handler.name, error: String(error) });
    }
  }

  /** The same coordinator, knowing more types. */
  #retyped<N>(): ToolCoordinator<N> {
    return this as unknown as ToolCoordinator<N>;
  }
}

/** A middleware's shutdown as a function that rejects rather than throws. */
function bound(middleware: ToolMiddleware): { name: string; shutdown: () => Promise<void> } {
  return { name: middleware.name, shutdown: async () => middleware.shutdown?.() };
}
