import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ExecuteOptions, ToolResult, ToolServices } from '@ku0/agent-runtime-tools-core';
import { defaultExecutors } from '../executors/default-executors.ts';
import type { SpecExecutor } from '../executors/spec-executor.ts';
import type { SpecChanges } from '../registry/spec-table.ts';
import { ToolSpecRegistry } from '../registry/tool-spec-registry.ts';
import type { SpecProblem } from '../spec/spec-problem.ts';
import { errorText } from '../error-text.ts';
import { packVersions } from '../version.ts';
import { ExecutorUses } from './executor-uses.ts';
import type { ExtensionManager } from './extension-manager.ts';
import { toolFromSpec, type SpecTool } from './tool-from-spec.ts';

export interface UnifiedToolExecutorOptions {
  readonly specRegistry: ToolSpecRegistry;
  readonly extensionManager?: ExtensionManager;
  /** Added to the default ones (`shell`, `sandbox`, `http`); one of the same kind takes the place of the default. */
  readonly executors?: readonly SpecExecutor[];
  /** The environment whose configuration counts: `dev`, `prod`, ... */
  readonly environment?: string;
  /** The coordinator that makes the calls, which may have other tools too. Default: a new one. */
  readonly coordinator?: ToolCoordinator;
  /** The services of the new coordinator. */
  readonly services?: ToolServices;
}

/** A call in words. */
export interface ToolCallRequest {
  readonly toolName: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly context?: ExecuteOptions;
}

const PACK = 'specs';

/**
 * Runs the tools of a spec registry, whatever kind they are. Every spec is a tool of a coordinator, so validation, hooks,
 * approval, limits and events are the same for all of them. Follows the changes of the registry.
 */
export class UnifiedToolExecutor {
  readonly coordinator: ToolCoordinator;
  readonly #registry: ToolSpecRegistry;
  readonly #extensions: ExtensionManager | undefined;
  readonly #executors: ReadonlyMap<string, ExecutorUses>;
  readonly #environment: string | undefined;
  readonly #ownsCoordinator: boolean;
  readonly #tools = new Map<string, SpecTool>();
  /** Specs that could not become a tool, with the reason: another tool has the name, or the coordinator refuses them. */
  readonly #refused = new Map<string, string>();
  readonly #stopFollowing: () => void;

  constructor(options: ToolSpecRegistry | UnifiedToolExecutorOptions) {
    const given = options instanceof ToolSpecRegistry ? { specRegistry: options } : options;
    const { specRegistry, extensionManager, executors = [], environment, coordinator, services = {} } = given;
    this.#registry = specRegistry;
    this.#extensions = extensionManager;
    this.#environment = environment;
    const all = [...defaultExecutors(), ...executors];
    this.#executors = new Map(all.map((executor) => [executor.kind, new ExecutorUses(executor)]));
    this.#ownsCoordinator = coordinator === undefined;
    this.coordinator = coordinator ?? new ToolCoordinator({ services });
    extensionManager?.attach(this.coordinator);
    this.coordinator.registerPack({ name: PACK, ...packVersions, tools: [] });
    this.#follow({ added: specRegistry.names(), removed: [], changed: [] });
    this.#stopFollowing = specRegistry.onChange((changes) => this.#follow(changes));
  }

  /** Makes a call. Never rejects. */
  execute(name: string, args?: Readonly<Record<string, unknown>>, context?: ExecuteOptions): Promise<ToolResult>;
  execute(request: ToolCallRequest): Promise<ToolResult>;
  execute(
    request: string | ToolCallRequest,
    args: Readonly<Record<string, unknown>> = {},
    context: ExecuteOptions = {},
  ): Promise<ToolResult> {
    if (typeof request === 'string') return this.coordinator.execute(request, args, context);
    return this.coordinator.execute(request.toolName, request.args ?? {}, request.context ?? {});
  }

  /** Reads the configuration of every tool, and says what is wrong with it. Without this, the first call does. */
  async check(): Promise<SpecProblem[]> {
    const problems: SpecProblem[] = [];
    for (const [name, tool] of this.#tools) {
      const message = await tool.check();
      if (message !== undefined)
        problems.push({ kind: 'invalid', source: 'implementation_config', tool: name, message });
    }
    for (const [name, message] of this.#refused)
      problems.push({ kind: 'invalid', source: 'coordinator', tool: name, message });
    return problems;
  }

  /** Ends what the executors have started. A coordinator that was created here is shut down, one of the host is not. */
  async shutdown(): Promise<void> {
    this.#stopFollowing();
    this.#extensions?.detach(this.coordinator);
    if (this.#ownsCoordinator) await this.coordinator.shutdownAll();
    else this.coordinator.unregisterPack(PACK);
    await Promise.all(Array.from(this.#executors.values(), async ({ executor }) => executor.shutdown?.()));
  }

  #follow({ added, removed, changed }: SpecChanges): void {
    const current = [...added, ...changed].flatMap((name) => this.#registry.get(name) ?? []);
    for (const name of [...added, ...removed, ...changed]) this.#refused.delete(name);
    const tools = current
      .filter(({ name }) => !this.#isTaken(name))
      .map((spec) => toolFromSpec(spec, { uses: this.#executors.get(spec.toolType), environment: this.#environment }));
    const own = removed.filter((name) => this.#tools.delete(name));
    if (tools.length + own.length === 0) return;
    try {
      this.#change(tools, own);
    } catch {
      // One of them is refused. The others must not be left out because of it.
      this.#change([], own);
      for (const tool of tools) this.#changeOne(tool);
    }
  }

  #isTaken(name: string): boolean {
    const isTaken = !this.#tools.has(name) && this.coordinator.has(name);
    if (isTaken) this.#refused.set(name, 'another tool has this name');
    return isTaken;
  }

  #change(tools: readonly SpecTool[], remove: readonly string[]): void {
    this.coordinator.changePack(PACK, { set: tools.map(({ handler }) => handler), remove });
    for (const tool of tools) this.#tools.set(tool.spec.name, tool);
  }

  #changeOne(tool: SpecTool): void {
    const { name } = tool.spec;
    try {
      this.#change([tool], []);
    } catch (error) {
      // An older version of it would not be what its spec says.
      if (this.#tools.delete(name)) this.#change([], [name]);
      this.#refused.set(name, errorText(error));
    }
  }
}
