import { availableParallelism } from 'node:os';
import { coreErrors, FairSemaphore, ownerOf, ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import { PythonWorker, type PythonCall, type PythonOutcome, type WorkerCommand } from './python-worker.ts';
import { WORKER_SOURCE } from './worker-source.ts';

export interface PythonPoolOptions {
  /** Folders that modules are imported from. Modules outside of them are refused, unless they are allowed by name. */
  readonly folders: readonly string[];
  /** Modules of Python or of installed packages that specs may call: `math`, `statistics`. */
  readonly allowModules?: readonly string[];
  /** The interpreter, for example that of a virtual environment. Default `python3`. */
  readonly python?: string;
  /** How many processes there are at most. Each runs one call at a time. Default: the number of processors, at most 4. */
  readonly workers?: number;
  /** The most calls that wait for a process. Default 10,000. */
  readonly maxWaiting?: number;
  /** Variables of the processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** The most address space of a process. Default: no limit. */
  readonly memoryMb?: number;
  /** The most characters of output that are kept of a call. Default 100,000. */
  readonly maxOutputChars?: number;
  /** The most bytes of a value, as JSON. Default 16 MiB. */
  readonly maxValueBytes?: number;
  /** The profile of the sandbox (`services.confinement`) that the processes run in. Without the service, calls fail. */
  readonly sandbox?: string;
}

/** Python processes that are started when calls need them, and again after a crash. */
export class PythonPool {
  readonly #options: PythonPoolOptions;
  readonly #slots: FairSemaphore;
  readonly #idle: PythonWorker[] = [];
  readonly #all = new Set<PythonWorker>();
  #processes: Promise<Processes> | undefined;

  constructor(options: PythonPoolOptions) {
    this.#options = options;
    const limit = options.workers ?? Math.min(4, availableParallelism());
    this.#slots = new FairSemaphore({ limit, maxQueue: options.maxWaiting ?? 10_000 });
  }

  /** Runs a call when a process is free. Rejects with a ToolFailure, or with the reason of the signal. */
  async call(call: PythonCall, context: ToolContext): Promise<PythonOutcome> {
    const slot = await this.#slots.acquire(ownerOf(context), { signal: context.signal });
    try {
      const worker = await this.#takeWorker(context);
      try {
        return await worker.call(call, context.signal);
      } finally {
        if (worker.isAlive) this.#idle.push(worker);
        else this.#all.delete(worker);
      }
    } finally {
      slot.release();
    }
  }

  async shutdown(): Promise<void> {
    const workers = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(workers.map((worker) => worker.stop()));
    const processes = await this.#processes;
    this.#processes = undefined;
    await processes?.shutdown();
  }

  async #takeWorker(context: ToolContext): Promise<PythonWorker> {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
      this.#all.delete(worker);
    }
    const { maxOutputChars = MAX_OUTPUT, maxValueBytes = MAX_VALUE } = this.#options;
    const processes = await this.#ownProcesses();
    const command = await this.#command(context);
    // Escapes make a text up to six times as long, and the traceback comes on top.
    const worker = await PythonWorker.start(processes, command, maxValueBytes + 6 * maxOutputChars + 100_000);
    this.#all.add(worker);
    return worker;
  }

  async #command({ services, cwd, signal }: ToolContext): Promise<WorkerCommand> {
    const { python = 'python3', env = {}, sandbox } = this.#options;
    // Isolated: no variables and no module of the current folder change what is imported. No bytecode is left behind.
    const argv = [python, '-I', '-B', '-u', '-c', WORKER_SOURCE, JSON.stringify(this.#workerConfig())];
    if (sandbox === undefined) return { argv, options: { env }, dispose: () => undefined };
    const { confinement, workspace } = services;
    if (confinement === undefined)
      throw new ToolFailure(
        coreErrors.ENGINE_NOT_AVAILABLE({
          message: `Python must run in the sandbox profile ${sandbox}, but there is no sandbox.`,
          suggestion: 'Tell the person to provide services: { confinement: createSandbox({ workspace }) }.',
        }),
      );
    const roots = workspace === undefined ? [cwd] : await workspace.roots();
    const confined = await confinement.wrap({ argv, cwd, env, profile: sandbox, roots, signal });
    if (!confined.ok) throw new ToolFailure(confined.error);
    const { command } = confined;
    return {
      argv: [command.file, ...command.args],
      options: {
        env: command.env,
        allowEnv: Object.keys(command.env),
        ...(command.cwd !== undefined && { cwd: command.cwd }),
        ...(command.inheritEnv !== undefined && { inheritEnv: command.inheritEnv }),
      },
      dispose: () => command.dispose(),
    };
  }

  #workerConfig() {
    const { folders, allowModules = [], memoryMb = 0 } = this.#options;
    const { maxOutputChars = MAX_OUTPUT, maxValueBytes = MAX_VALUE } = this.#options;
    return {
      folders,
      allow_modules: allowModules,
      memory_mb: memoryMb,
      max_output: maxOutputChars,
      max_value: maxValueBytes,
    };
  }

  /** Workers belong to no call, so they are not among the processes of one. */
  #ownProcesses(): Promise<Processes> {
    this.#processes ??= import('@ku0/agent-runtime-tools-processes').then(({ createProcesses }) => createProcesses());
    return this.#processes;
  }
}

const MAX_OUTPUT = 100_000;
const MAX_VALUE = 16 * 1024 * 1024;
