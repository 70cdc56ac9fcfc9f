import type { ActivityEventData } from './contracts/activity-event.ts';
import type { Owner } from './contracts/owner.ts';
import type { ToolHandler } from './contracts/tool-handler.ts';
import type { AttachedCoordinator, ToolMiddleware } from './contracts/tool-middleware.ts';
import type { PackChanges, ToolPack } from './contracts/tool-pack.ts';
import type { ToolCoordinatorOptions } from './coordinator-options.ts';
import { coreErrors } from './errors.ts';
import type { ExecuteOptions } from './execute-options.ts';
import { dryRunOfCall } from './pipeline/execute/dry-run.ts';
import { runRequirement } from './pipeline/approve/run-requirement.ts';
import { AttachedPacks } from './registry/attached-packs.ts';
import { PackRegistry } from './registry/pack-registry.ts';
import { ServiceProvider } from './registry/service-provider.ts';
import type { ToolEntry } from './registry/tool-entry.ts';
import { ToolRegistry } from './registry/tool-registry.ts';
import { Runtime } from './runtime/runtime.ts';
import { withTimeout } from './runtime/with-timeout.ts';
import { collectStats } from './stats/collect-stats.ts';
import type { CoordinatorStats } from './stats/call-statistics.ts';
import { errorMessage } from './text/error-message.ts';
import type { ToolMap, WithPack, WithTool } from './tool-map.ts';
import { NO_CALL, ToolView } from './tool-view.ts';

/** Holds the tools of an application, and makes every call to them. */
export class ToolCoordinator<out M extends ToolMap = ToolMap> extends ToolView<M> {
  readonly #runtime: Runtime;
  readonly #registry: ToolRegistry;
  readonly #services: ServiceProvider;
  readonly #packs: PackRegistry;
  readonly #attachedPacks: AttachedPacks;
  /** Ends the `onAppliesToChange` subscriptions to middlewares. */
  readonly #unsubscribe: (() => void)[] = [];
  #shutdown: Promise<void> | undefined;

  constructor(options: ToolCoordinatorOptions = {}) {
    const runtime = new Runtime(options);
    runtime.dryRunner = dryRunOfCall;
    const registry = new ToolRegistry();
    super(runtime, registry);
    this.#runtime = runtime;
    this.#registry = registry;
    this.#services = new ServiceProvider(runtime.services);
    this.#packs = new PackRegistry(registry, this.#services);
    this.#attachedPacks = new AttachedPacks(
      (name, changes) => this.changePack(name, changes),
      (pack, error) => runtime.log.error('a pack failed to end', { pack, error: errorMessage(error) }),
    );
    runtime.releaseTask = (owner) => this.#releaseTask(owner);
  }

  /** Adds a tool. Throws if the name is taken or the tool is invalid. */
  register<const T extends ToolHandler>(tool: T): ToolCoordinator<WithTool<M, T>> {
    this.#services.requireFor(tool);
    this.#registry.add(tool);
    this.#publishToolsChanged({ added: [tool.name] });
    return this.#retyped();
  }

  /** Adds another name for a tool. Models are not told about aliases. */
  registerAlias(alias: string, target: string): this {
    this.#registry.addAlias(alias, target);
    this.#publishToolsChanged({ changed: [target] });
    return this;
  }

  /** Adds a pack of tools: all of them or, if anything is wrong, none. */
  registerPack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    this.#packs.add(pack);
    this.#publishToolsChanged({ added: pack.tools.map(({ name }) => name) });
    this.#attachedPacks.attach(pack);
    return this.#retyped();
  }

  /** Replaces a pack with a new version. Running calls finish on the old one. */
  replacePack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    const { old, retired } = this.#packs.replace(pack);
    void this.#attachedPacks.detach(pack.name);
    this.#retire(retired);
    this.#publishReplaced(
      old.map(({ handler }) => handler.name),
      pack.tools.map(({ name }) => name),
    );
    this.#attachedPacks.attach(pack);
    return this.#retyped();
  }

  /**
   * Adds, replaces and removes single tools of a registered pack: all of them or, if anything is wrong, none. Running calls
   * finish on the old tools. Takes time in proportion to the changes, not to the size of the pack.
   */
  changePack(name: string, changes: PackChanges): this {
    const retired = this.#packs.change(name, changes);
    this.#retire(retired);
    this.#publishReplaced(
      retired.map(({ handler }) => handler.name),
      (changes.set ?? []).map((tool) => tool.name),
    );
    return this;
  }

  /** Removes a whole pack; running calls finish. Returns false if there is no pack of this name. */
  unregisterPack(name: string): boolean {
    if (!this.#packs.has(name)) return false;
    void this.#attachedPacks.detach(name);
    const removed = this.#packs.remove(name);
    this.#retire(removed);
    this.#publishToolsChanged({ removed: removed.map(({ handler }) => handler.name) });
    return true;
  }

  /** Removes a tool; running calls finish. Returns false if there is no tool of this name. */
  unregister(name: string): boolean {
    const entry = this.#registry.remove(name);
    if (entry === undefined) return false;
    const { packName } = entry;
    if (packName !== undefined && this.#packs.toolRemoved(entry)) void this.#attachedPacks.detach(packName);
    this.#retire([entry]);
    this.#publishToolsChanged({ removed: [entry.handler.name] });
    return true;
  }

  /** Adds a middleware, or several that belong together. Calls that have begun are not affected. */
  use(middleware: ToolMiddleware | readonly ToolMiddleware[]): this {
    const added = [middleware].flat();
    for (const each of new Set(added)) if (!this.#runtime.middlewares.includes(each)) each.attach?.(this.#attached());
    this.#runtime.middlewares.push(...added);
    this.#runtime.chainVersion++;
    for (const each of added) {
      const unsubscribe = each.onAppliesToChange?.(() => this.#runtime.chainVersion++);
      if (unsubscribe !== undefined) this.#unsubscribe.push(unsubscribe);
    }
    return this;
  }

  /**
   * Asks a tool whether a call with these arguments would need approval. Asks the tool alone: a hook may still demand
   * approval of the call. Rejects with a ToolFailure if there is no such tool, or if it does not accept the arguments.
   */
  needsApproval(name: string, params: unknown, options: ExecuteOptions = {}): Promise<boolean> {
    return runRequirement(this.#runtime, this.#registry, name, params, options);
  }

  /** Compiles every schema and initialises every tool now instead of on its first call. Rejects if one fails. */
  async initializeAll(): Promise<void> {
    await Promise.all(
      this.#registry.entries().map(async (entry) => {
        void entry.input;
        void entry.output;
        if (!entry.ready) await entry.initialize(this.#runtime);
      }),
    );
  }

  /** Stops every call, then shuts down every tool, every middleware and every service that core created. Never rejects. */
  shutdownAll(): Promise<void> {
    this.#shutdown ??= this.#shutdownNow();
    return this.#shutdown;
  }

  getStats(): CoordinatorStats {
    return collectStats(this.#registry.stats, this.#runtime);
  }

  async #releaseTask(owner: Owner): Promise<void> {
    const { middlewares, log } = this.#runtime;
    const { taskId, principalId } = owner;
    await this.#services.endTask(owner, middlewares, (error) =>
      log.error('a service or a middleware failed to end a task', {
        taskId,
        ...(principalId !== '' && { principal: principalId }),
        error: errorMessage(error),
      }),
    );
  }

  async #shutdownNow(): Promise<void> {
    const runtime = this.#runtime;
    runtime.closed = true;
    for (const call of runtime.inFlight.toArray())
      call.abort(coreErrors.SHUT_DOWN({ message: 'The call was stopped because the tools were shut down.' }));
    await Promise.all(this.#registry.entries().map((entry) => this.#retireAndLog(entry)));
    await Promise.all(this.#attachedPacks.names().map((name) => this.#withTimeout(this.#attachedPacks.detach(name))));
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    for (const middleware of new Set(runtime.middlewares)) await this.#shutdownMiddleware(middleware);
    await this.#services.shutdown(
      (shutdown) => this.#withTimeout(shutdown),
      (error) => runtime.log.error('a service failed to shut down', { error: errorMessage(error) }),
    );
    runtime.activity.close();
  }

  async #shutdownMiddleware(middleware: ToolMiddleware): Promise<void> {
    const { coordinator, log } = this.#runtime;
    try {
      await this.#withTimeout(Promise.resolve(middleware.shutdown?.(coordinator)));
    } catch (error) {
      log.error('a middleware failed to shut down', { middleware: middleware.name, error: errorMessage(error) });
    }
  }

  #attached(): AttachedCoordinator {
    const runtime = this.#runtime;
    const registry = this.#registry;
    return Object.freeze({
      ...runtime.coordinator,
      activity: this.activity,
      has: (name: string) => registry.has(name),
      load: () => ({ inFlight: runtime.inFlight.size, queueLength: runtime.queueLength }),
    });
  }

  #publishToolsChanged({ added = [], removed = [], changed = [] }: Partial<ActivityEventData['tools_changed']>): void {
    const { activity, clock } = this.#runtime;
    activity.publish('tools_changed', NO_CALL, { added, removed, changed }, clock.now());
  }

  #publishReplaced(before: readonly string[], after: readonly string[]): void {
    const [old, current] = [new Set(before), new Set(after)];
    this.#publishToolsChanged({
      added: after.filter((name) => !old.has(name)),
      removed: before.filter((name) => !current.has(name)),
      changed: after.filter((name) => old.has(name)),
    });
  }

  #retire(entries: readonly ToolEntry[]): void {
    for (const entry of entries) void this.#retireAndLog(entry);
  }

  async #retireAndLog(entry: ToolEntry): Promise<void> {
    try {
      await entry.retire(this.#runtime.coordinator, (promise) => this.#withTimeout(promise, entry.limits.timeoutMs));
    } catch (error) {
      this.#runtime.log.error('a tool failed to shut down', { tool: entry.handler.name, error: errorMessage(error) });
    }
  }

  /** Waits no longer than a call may take. */
  #withTimeout(promise: Promise<void>, ms = this.#runtime.timeoutMs): Promise<void> {
    return withTimeout(promise, { clock: this.#runtime.clock, ms });
  }

  /** The same coordinator, typed with the tools it has now. */
  #retyped<N extends ToolMap>(): ToolCoordinator<N> {
    return this as unknown as ToolCoordinator<N>;
  }
}
