import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import type { ProcessService } from './process-service.ts';
import type { EndReport, Processes } from './processes.ts';
import { settingsOf } from './processes-options.ts';
import type { ProcessesOptions, ProcessesSettings } from './processes-options.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';

/** Creates the process service. Its implementation is loaded when the first program is started. */
export function createProcesses(options: ProcessesOptions = {}): Processes {
  return new LazyProcesses(settingsOf(options));
}

class LazyProcesses implements Processes {
  readonly #settings: ProcessesSettings;
  #loading: Promise<ProcessService> | undefined;
  #service: ProcessService | undefined;
  #isShutDown = false;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
  }

  async run(command: Command, options?: RunOptions): Promise<RunResult> {
    return (this.#service ?? (await this.#load())).run(command, options);
  }

  async start(command: Command, options?: StartOptions): Promise<StartResult> {
    return (this.#service ?? (await this.#load())).start(command, options);
  }

  get(id: string, owner?: Owner): ProcessHandle | undefined {
    return this.#service?.get(id, owner);
  }

  list(owner?: Owner | string): readonly ProcessHandle[] {
    return this.#service?.list(owner) ?? [];
  }

  async endTask(task: Owner | string, owner?: Owner): Promise<EndReport> {
    const service = await this.#loading;
    return service === undefined ? NOTHING_RAN : service.endTask(task, owner);
  }

  async shutdown(): Promise<EndReport> {
    this.#isShutDown = true;
    const service = await this.#loading;
    return service === undefined ? NOTHING_RAN : service.shutdown();
  }

  #load(): Promise<ProcessService> {
    this.#loading ??= this.#create();
    return this.#loading;
  }

  async #create(): Promise<ProcessService> {
    const { ProcessService } = await import('./process-service.ts');
    const service = new ProcessService(this.#settings);
    if (this.#isShutDown) await service.shutdown();
    this.#service = service;
    return service;
  }
}

const NOTHING_RAN: EndReport = { ended: 0, survivors: [] };
