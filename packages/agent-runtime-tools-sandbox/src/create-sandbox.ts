import { isAbsolute } from 'node:path';
import type { ConfinementRequest, ConfinementResult } from '@ku0/agent-runtime-tools-processes';
import { checkLimits } from './sandbox-limits.ts';
import type { Sandbox, SandboxCheck, SandboxRequest, SandboxResult } from './sandbox.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { SandboxService } from './sandbox-service.ts';

/** Creates the sandbox service. Its implementation is loaded by the first run. Throws for invalid options. */
export function createSandbox(options: SandboxOptions): Sandbox {
  checkLimits(options.limits ?? {});
  const places = [...(options.writable ?? []), ...(options.readable ?? [])];
  for (const path of [...places, options.node, options.python]) {
    if (path !== undefined && !isAbsolute(path)) {
      throw new TypeError(`createSandbox needs absolute paths; ${path} is relative.`);
    }
  }
  return new SandboxOnDemand(options);
}

class SandboxOnDemand implements Sandbox {
  readonly #options: SandboxOptions;
  #loading: Promise<SandboxService> | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  async check(): Promise<SandboxCheck> {
    return (await this.#load()).check();
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    return (await this.#load()).run(request);
  }

  async wrap(request: ConfinementRequest): Promise<ConfinementResult> {
    return (await this.#load()).wrap(request);
  }

  roots(): Promise<readonly string[]> {
    return this.#options.workspace.roots();
  }

  async shutdown(): Promise<void> {
    const service = await this.#loading;
    this.#loading = undefined;
    await service?.shutdown();
  }

  #load(): Promise<SandboxService> {
    this.#loading ??= this.#create();
    return this.#loading;
  }

  async #create(): Promise<SandboxService> {
    const { SandboxService } = await import('./sandbox-service.ts');
    return new SandboxService(this.#options);
  }
}
