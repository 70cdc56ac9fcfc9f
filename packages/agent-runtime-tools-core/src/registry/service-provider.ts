import type { Owner } from '../contracts/owner.ts';
import type { ToolServices } from '../contracts/tool-context.ts';
import type { ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolPack } from '../contracts/tool-pack.ts';
import { RegistrationError } from './registration-error.ts';
import type { WithTimeout } from './tool-entry.ts';

/** Provides packs with their services: the host's, or one that is created on first use and shut down with the tools. */
export class ServiceProvider {
  readonly #services: Record<string, unknown>;
  readonly #created = new Map<string, unknown>();

  constructor(services: ToolServices) {
    this.#services = services as Record<string, unknown>;
  }

  /** Throws if a service of the pack is missing and the pack cannot create it; the message says how to provide it. */
  provideFor(pack: ToolPack): void {
    for (const [name, requirement] of Object.entries(pack.services ?? {})) {
      if (this.#isAvailable(name)) continue;
      const { create } = requirement;
      if (create === undefined) {
        throw new RegistrationError(
          `Pack "${pack.name}" needs the service "${name}". Provide it: ${requirement.provideWith}`,
        );
      }
      Object.defineProperty(this.#services, name, {
        configurable: true,
        enumerable: true,
        get: () => this.#createOnce(name, create),
      });
    }
  }

  /** Throws if a service that the tool declares is missing. */
  requireFor({ name: tool, services }: ToolHandler): void {
    const missing = services?.find((name) => !this.#isAvailable(name));
    if (missing === undefined) return;
    throw new RegistrationError(
      `Tool "${tool}" needs the service "${missing}": give it to the coordinator, or register the pack that brings it.`,
    );
  }

  /** Shuts down the services that were created here. The host's own are left to the host. */
  async shutdown(withTimeout: WithTimeout, onError: (error: unknown) => void): Promise<void> {
    for (const service of this.#created.values()) {
      try {
        if (hasShutdown(service)) await withTimeout(Promise.resolve(service.shutdown()));
      } catch (error) {
        onError(error);
      }
    }
    this.#created.clear();
  }

  /** Calls `endTask` of every service and of every one of the `others` that has it. Creates no service for that. */
  async endTask(owner: Owner, others: readonly unknown[], onError: (error: unknown) => void): Promise<void> {
    const given = Object.values(Object.getOwnPropertyDescriptors(this.#services)).map(({ value }) => value as unknown);
    const receivers = new Set([...given, ...this.#created.values(), ...others].filter(hasEndTask));
    await Promise.all(
      Array.from(receivers, async (receiver) => receiver.endTask(owner.taskId, owner)).map((end) => end.catch(onError)),
    );
  }

  /** The host has given the service, or a pack can create it. */
  #isAvailable(name: string): boolean {
    const descriptor = Object.getOwnPropertyDescriptor(this.#services, name);
    return descriptor?.value !== undefined || descriptor?.get !== undefined;
  }

  #createOnce(name: string, create: () => unknown): unknown {
    if (!this.#created.has(name)) this.#created.set(name, create());
    return this.#created.get(name);
  }
}

function hasShutdown(service: unknown): service is { shutdown(): Promise<void> | void } {
  return (
    typeof service === 'object' && service !== null && 'shutdown' in service && typeof service.shutdown === 'function'
  );
}

function hasEndTask(service: unknown): service is { endTask(taskId: string, owner: Owner): unknown } {
  return (
    typeof service === 'object' && service !== null && 'endTask' in service && typeof service.endTask === 'function'
  );
}
