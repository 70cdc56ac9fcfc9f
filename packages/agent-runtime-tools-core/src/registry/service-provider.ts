import type { Owner } from '../contracts/owner.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolPack } from '../contracts/tool-pack.ts';
import { RegistrationError } from './registration-error.ts';
import type { Patience } from './tool-registry.ts';

/** Sees that every pack has its services: the host's own, else one made on first use and ended with the tools. */
export class ServiceProvider {
  readonly #services: Record<string, unknown>;
  readonly #made = new Map<string, unknown>();

  constructor(services: ToolServices) {
    this.#services = services as Record<string, unknown>;
  }

  /** Throws with the line that provides it when a pack's service is missing. */
  require(pack: ToolPack): void {
    for (const [name, requirement] of Object.entries(pack.services ?? {})) {
      if (this.#isGiven(name) || this.#isMade(name)) continue;
      const { create } = requirement;
      if (create === undefined) {
        throw new RegistrationError(
          `Pack "${pack.name}" needs the service "${name}". Provide it: ${requirement.provideWith}`,
        );
      }
      Object.defineProperty(this.#services, name, {
        configurable: true,
        enumerable: true,
        get: () => this.#make(name, create),
      });
    }
  }

  /** Throws where a tool cannot do without a service that is not there. */
  check({ name: tool, services }: ToolHandler): void {
    const missing = services?.find((name) => !this.#isGiven(name) && !this.#isMade(name));
    if (missing === undefined) return;
    throw new RegistrationError(
      `Tool "${tool}" needs the service "${missing}": give it to the coordinator, or register the pack that brings it.`,
    );
  }

  async shutdown(patience: Patience, onError: (error: unknown) => void): Promise<void> {
    for (const service of this.#made.values()) {
      try {
        if (hasShutdown(service)) await patience(Promise.resolve(service.shutdown()));
      } catch (error) {
        onError(error);
      }
    }
    this.#made.clear();
  }

  /**
   * Every service that keeps something per task lets go of it, and so do those `others` that do; a service that was never
   * used is not made for it.
   */
  async endTask(owner: Owner, others: readonly unknown[], onError: (error: unknown) => void): Promise<void> {
    const given = Object.values(Object.getOwnPropertyDescriptors(this.#services)).map(({ value }) => value as unknown);
    const keepers = new Set([...given, ...this.#made.values(), ...others].filter(hasTasks));
    await Promise.all(
      Array.from(keepers, async (keeper) => keeper.endTask(owner.taskId, owner)).map((end) => end.catch(onError)),
    );
  }

  #isGiven(name: string): boolean {
    return Object.getOwnPropertyDescriptor(this.#services, name)?.value !== undefined;
  }

  #isMade(name: string): boolean {
    return Object.getOwnPropertyDescriptor(this.#services, name)?.get !== undefined;
  }

  #make(name: string, create: () => unknown): unknown {
    if (!this.#made.has(name)) this.#made.set(name, create());
    return this.#made.get(name);
  }
}

function hasShutdown(service: unknown): service is { shutdown(): Promise<void> | void } {
  return (
    typeof service === 'object' && service !== null && 'shutdown' in service && typeof service.shutdown === 'function'
  );
}

function hasTasks(service: unknown): service is { endTask(taskId: string, owner: Owner): unknown } {
  return (
    typeof service === 'object' && service !== null && 'endTask' in service && typeof service.endTask === 'function'
  );
}
