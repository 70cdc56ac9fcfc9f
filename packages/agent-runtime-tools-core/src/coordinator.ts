import type { ActivityEventData } from './contracts/activity-event.ts';
import { ownerOf } from './contracts/owner.ts';
import type { Principal, ToolMode } from './contracts/tool-context.ts';
import type { ToolHandler } from './contracts/tool-handler.ts';
import type { CoordinatorRef, ToolMiddleware } from './contracts/tool-middleware.ts';
import type { ToolPack } from './contracts/tool-pack.ts';
import type { ToolCoordinatorOptions } from './coordinator-options.ts';
import { coreErrors } from './errors.ts';
import { cancelCalls } from './pipeline/call/cancel-calls.ts';
import { dryRunOf } from './pipeline/execute/dry-run.ts';
import { Runtime } from './runtime/runtime.ts';
import { requireCompatibleCore } from './registry/core-version.ts';
import { RegistrationError } from './registry/registration-error.ts';
import { ToolRegistry, type ToolEntry } from './registry/tool-registry.ts';
import { ServiceProvider } from './registry/service-provider.ts';
import { errorMessage } from './text/error-message.ts';
import { within } from './runtime/with-timeout.ts';
import { collectStats } from './stats/collect-stats.ts';
import type { CoordinatorStats } from './stats/call-statistics.ts';
import type { TaskScope } from './task-scope.ts';
import type { ToolMap, WithPack, WithTool } from './tool-map.ts';
import { ToolView } from './tool-view.ts';

/** The tools of an application, and the one way to call them. */
export class ToolCoordinator<out M extends ToolMap = ToolMap> extends ToolView<M> {
  readonly #runtime: Runtime;
  readonly #registry: ToolRegistry;
  readonly #services: ServiceProvider;
  readonly #packs = new Map<string, RegisteredPack>();
  /** Ends what middlewares were listened to for. */
  readonly #unsubscribe: (() => void)[] = [];
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
    this.#services.check(tool);
    this.#registry.add(tool);
    this.#toolsChanged({ added: [tool.name] });
    return this.#retyped();
  }

  /** Another name for a tool; it is not listed to the model. */
  registerAlias(alias: string, target: string): this {
    this.#registry.addAlias(alias, target);
    this.#toolsChanged({ changed: [target] });
    return this;
  }

  /** Adds a family of tools: all of it or, when something is wrong, none. */
  registerPack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    if (this.#packs.has(pack.name))
      throw new RegistrationError(`Pack "${pack.name}" is already registered; use replacePack.`);
    requireCompatibleCore(pack);
    this.#services.require(pack);
    this.#addPack(pack);
    this.#toolsChanged({ added: pack.tools.map(({ name }) => name) });
    return this.#retyped();
  }

  /** Puts a new version of a pack in the old one's place. Calls under way finish on the old one. */
  replacePack<const P extends ToolPack>(pack: P): ToolCoordinator<WithPack<M, P>> {
    requireCompatibleCore(pack);
    this.#services.require(pack);
    const old = this.#packs.get(pack.name);
    const retired = this.#removePack(pack.name);
    try {
      this.#addPack(pack);
    } catch (error) {
      this.#restore(pack.name, old, retired);
      throw error;
    }
    for (const { entry, aliases } of retired)
      for (const alias of aliases) this.#keepAlias(alias, entry.handler.name, old);
    this.#retire(retired.map(({ entry }) => entry).filter((entry) => !this.#keep(entry)));
    const [before, after] = [retired.map(({ entry }) => entry.handler.name), pack.tools.map(({ name }) => name)];
    this.#toolsChanged({
      added: after.filter((name) => !before.includes(name)),
      removed: before.filter((name) => !after.includes(name)),
      changed: after.filter((name) => before.includes(name)),
    });
    return this.#retyped();
  }

  /** Takes a whole pack out; calls under way finish. False when there is none of this name. */
  unregisterPack(name: string): boolean {
    if (!this.#packs.has(name)) return false;
    const removed = this.#removePack(name).map(({ entry }) => entry);
    this.#retire(removed);
    this.#toolsChanged({ removed: removed.map(({ handler }) => handler.name) });
    return true;
  }

  /** Takes a tool out; calls under way finish. False when there is none of this name. */
  unregister(name: string): boolean {
    const entry = this.#registry.remove(name);
    if (entry === undefined) return false;
    if (entry.packName !== undefined && !this.#registry.entries().some((other) => other.packName === entry.packName))
      this.#packs.delete(entry.packName);
    this.#retire([entry]);
    this.#toolsChanged({ removed: [entry.handler.name] });
    return true;
  }

  /** Adds a middleware, or several that belong together. Calls that have begun go on without it. */
  use(middleware: ToolMiddleware | readonly ToolMiddleware[]): this {
    const added = [middleware].flat();
    for (const each of new Set(added))
      if (!this.#runtime.middlewares.includes(each)) each.attach?.(this.#runtime.coordinator);
    this.#runtime.middlewares.push(...added);
    this.#runtime.version++;
    for (const each of added) {
      const unsubscribe = each.onAppliesToChange?.(() => this.#runtime.version++);
      if (unsubscribe !== undefined) this.#unsubscribe.push(unsubscribe);
    }
    return this;
  }

  /** Compiles every schema and initialises every tool now, rather than on its first call. Rejects if one cannot. */
  async initializeAll(): Promise<void> {
    await Promise.all(
      this.#registry.entries().map(async (entry) => {
        void entry.input;
        void entry.output;
        if (!entry.ready) await entry.initialize(this.#runtime);
      }),
    );
  }

  /**
   * Puts a task into a mode, from its next call on, together with the tasks started from it; undefined takes it back. What a
   * call says itself comes first. A call that is not yet at its tool when the task goes into plan mode is refused too.
   */
  setMode(taskId: string, mode: ToolMode | undefined, { principal }: { readonly principal?: Principal } = {}): void {
    const { modes, activity, clock } = this.#runtime;
    const previous = modes.set(taskId, mode, principal);
    const current = modes.of({ taskId, principal, parentTasks: [] }, undefined);
    if (current === previous) return;
    activity.publish('mode_changed', { ...NO_CALL, taskId, principal }, { mode: current, previous }, clock.now());
  }

  /**
   * A principal's task is over: its calls are stopped, and services and middlewares let go of what belongs to it, such
   * as its background commands. Never rejects.
   */
  async endTask(taskId: string, { principal }: Pick<TaskScope, 'principal'> = {}): Promise<void> {
    const owner = ownerOf({ taskId, principal });
    const { turns, modes, middlewares, log } = this.#runtime;
    cancelCalls(this.#runtime, { owner }, 'its task has ended');
    turns.endTask(owner);
    modes.endTask(owner);
    const fields = { taskId, ...(principal !== undefined && { principal: principal.id }) };
    await this.#services.endTask(owner, middlewares, (error) =>
      log.error('a service or a middleware failed to end a task', { ...fields, error: errorMessage(error) }),
    );
  }

  /** Stops every call, then shuts every tool and every service that core made down. Never rejects. */
  shutdownAll(): Promise<void> {
    this.#shutdown ??= this.#shutdownNow();
    return this.#shutdown;
  }

  getStats(): CoordinatorStats {
    return collectStats(this.#registry.stats, this.#runtime);
  }

  async #shutdownNow(): Promise<void> {
    const runtime = this.#runtime;
    runtime.closed = true;
    for (const call of runtime.inFlight.toArray())
      call.abort(coreErrors.SHUT_DOWN({ message: 'The call was stopped because the tools were shut down.' }));
    await Promise.all(this.#registry.entries().map((entry) => this.#retireQuietly(entry)));
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    for (const { name, shutdown } of [...new Set(runtime.middlewares)].map((each) =>
      bound(each, runtime.coordinator),
    )) {
      await this.#patiently(shutdown()).catch((error: unknown) =>
        runtime.log.error('a middleware failed to shut down', { middleware: name, error: errorMessage(error) }),
      );
    }
    await this.#services.shutdown(
      (shutdown) => this.#patiently(shutdown),
      (error) => runtime.log.error('a service failed to shut down', { error: errorMessage(error) }),
    );
    runtime.activity.close();
  }

  #toolsChanged({ added = [], removed = [], changed = [] }: Partial<ActivityEventData['tools_changed']>): void {
    const { activity, clock } = this.#runtime;
    activity.publish('tools_changed', NO_CALL, { added, removed, changed }, clock.now());
  }

  #addPack(pack: ToolPack): void {
    const tools: string[] = [];
    const aliases: string[] = [];
    try {
      for (const tool of pack.tools) {
        this.#services.check(tool);
        this.#registry.add(tool, pack);
        tools.push(tool.name);
      }
      for (const [alias, target] of Object.entries(pack.aliases ?? {})) {
        this.#registry.addAlias(alias, target);
        aliases.push(alias);
      }
    } catch (error) {
      for (const alias of aliases) this.#registry.removeAlias(alias);
      for (const name of tools) this.#registry.remove(name);
      throw error;
    }
    this.#packs.set(pack.name, { aliases });
  }

  #removePack(name: string): { entry: ToolEntry; aliases: string[] }[] {
    // A tool of the same name that the host has put in the place of the pack's is not the pack's.
    const own = this.#registry.entries().filter((entry) => entry.packName === name);
    const removed = own.map((entry) => {
      const aliases = this.#registry.aliasesOf(entry.handler.name);
      this.#registry.remove(entry.handler.name);
      return { entry, aliases };
    });
    for (const alias of this.#packs.get(name)?.aliases ?? []) this.#registry.removeAlias(alias);
    this.#packs.delete(name);
    return removed;
  }

  #restore(
    name: string,
    old: RegisteredPack | undefined,
    removed: readonly { entry: ToolEntry; aliases: string[] }[],
  ): void {
    for (const { entry, aliases } of removed) this.#registry.restore(entry, aliases);
    if (old !== undefined) this.#packs.set(name, old);
  }

  /** Aliases that the host has given a pack's tool stay with its new version, where there is one. */
  #keepAlias(alias: string, target: string, old: RegisteredPack | undefined): void {
    if (old?.aliases.includes(alias) || this.has(alias) || !this.has(target)) return;
    this.#registry.addAlias(alias, target);
  }

  /** A handler that is in the new pack too goes on as it is, initialised and with its calls under way. */
  #keep(old: ToolEntry): boolean {
    const current = this.#registry.find(old.handler.name);
    if (current?.handler !== old.handler) return false;
    old.moveTo(current.pack);
    this.#registry.restore(old, []);
    return true;
  }

  #retire(entries: readonly ToolEntry[]): void {
    for (const entry of entries) void this.#retireQuietly(entry);
  }

  async #retireQuietly(entry: ToolEntry): Promise<void> {
    try {
      await entry.retire(this.#runtime.coordinator, (promise) => this.#patiently(promise, entry.limits.timeoutMs));
    } catch (error) {
      this.#runtime.log.error('a tool failed to shut down', { tool: entry.handler.name, error: errorMessage(error) });
    }
  }

  /** Waits no longer than a call may take. */
  #patiently(promise: Promise<void>, ms = this.#runtime.timeoutMs): Promise<void> {
    return within(promise, { clock: this.#runtime.clock, ms });
  }

  /** The same coordinator, knowing more types. */
  #retyped<N extends ToolMap>(): ToolCoordinator<N> {
    return this as unknown as ToolCoordinator<N>;
  }
}

/** The origin of events that belong to no call. */
const NO_CALL = Object.freeze({ callId: '', callKey: '', taskId: '' });

/** What a pack has brought besides its tools. */
interface RegisteredPack {
  readonly aliases: readonly string[];
}

/** A middleware's shutdown as a function that rejects rather than throws. */
function bound(
  middleware: ToolMiddleware,
  coordinator: CoordinatorRef,
): { name: string; shutdown: () => Promise<void> } {
  return { name: middleware.name, shutdown: async () => middleware.shutdown?.(coordinator) };
}
