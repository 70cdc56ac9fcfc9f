import { randomBytes } from 'node:crypto';
import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { Owner, ToolError } from '@ku0/agent-runtime-tools-core';
import { BackgroundProcess } from './background/background-process.ts';
import { BackgroundRegistry } from './background/background-registry.ts';
import type { ReservationRefusal } from './background/background-registry.ts';
import { processErrors } from './errors.ts';
import { launch, planLaunch } from './launch/launch.ts';
import { ProcessSlots } from './run/process-slots.ts';
import { platform } from './platform/current-platform.ts';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import { ProcessMarks } from './launch/process-marks.ts';
import type { EndReport, Processes } from './processes.ts';
import { belongsTo, programOwner } from './lifetime/program-owner.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { run } from './run/run.ts';
import { notStarted } from './run/run-ending.ts';
import { runOrDetach } from './run/run-or-detach.ts';
import type { BackgroundHost } from './run/run-or-detach.ts';
import type { RunDependencies } from './run/launch-in-turn.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';

/** A `run` that has not ended yet. */
interface ActiveRun {
  readonly owner: Owner;
  readonly stop: () => void;
  readonly result: Promise<RunResult>;
}

/** The implementation of `Processes`. */
export class ProcessService implements Processes {
  readonly #settings: ProcessesSettings;
  /** Identify the programs started here and their descendants. */
  readonly #marks = new ProcessMarks();
  readonly #dependencies: RunDependencies;
  readonly #activeRuns = new Set<ActiveRun>();
  readonly #background: BackgroundRegistry;
  readonly #backgroundHost: BackgroundHost = {
    adopt: (launched, plan, { options, captured }) => {
      const { input, timeoutMs: _, ...rest } = options;
      const foreground = { captured, input };
      const settings = this.#settings;
      return new BackgroundProcess(newCommandId(), launched, { plan, options: rest, settings, foreground });
    },
    register: (handle) => {
      const reservation = this.#isShutDown ? undefined : this.#background.reserve(handle);
      if (typeof reservation !== 'object') return false;
      this.#background.add(handle, reservation);
      return true;
    },
  };
  #isShutDown = false;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
    this.#background = new BackgroundRegistry(settings);
    const { maxConcurrent, maxWaiting } = settings;
    const slots = new ProcessSlots({ maxConcurrent, maxWaiting, freeDescriptors: () => platform.freeDescriptors() });
    this.#dependencies = { settings, slots, marks: this.#marks };
  }

  run(command: Command, options: RunOptions = {}): Promise<RunResult> {
    if (this.#isShutDown) return Promise.resolve(notStarted(coreErrors.SHUT_DOWN()));
    const control = new AbortController();
    const stop = (): void => control.abort();
    const { signal } = options;
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    const runOptions = { ...options, signal: control.signal };
    const result =
      options.onTimeout === 'background'
        ? runOrDetach(command, runOptions, { ...this.#dependencies, background: this.#backgroundHost })
        : run(command, runOptions, this.#dependencies);
    const activeRun: ActiveRun = { owner: programOwner(options), stop, result };
    this.#activeRuns.add(activeRun);
    const forget = (): void => {
      signal?.removeEventListener('abort', stop);
      this.#activeRuns.delete(activeRun);
    };
    void result.then(forget, forget);
    return result;
  }

  async start(command: Command, options: StartOptions = {}): Promise<StartResult> {
    if (this.#isShutDown) return { ok: false, error: coreErrors.SHUT_DOWN() };
    const isServer = options.isServer === true;
    const reservation = await this.#background.reserveWithWait(
      { owner: programOwner(options), isServer },
      () => this.#isShutDown || options.signal?.aborted === true,
    );
    if (typeof reservation !== 'object') return { ok: false, error: this.#refusal(reservation, isServer) };
    const failed = (error: ToolError): StartResult => {
      this.#background.release(reservation);
      return { ok: false, error };
    };
    const plan = planLaunch(command, options, { settings: this.#settings, marks: this.#marks, openInput: true });
    if ('error' in plan) return failed(plan.error);
    const launched = await launch(plan, options.signal);
    if ('error' in launched) return failed(launched.error);
    const handle = new BackgroundProcess(newCommandId(), launched, { plan, options, settings: this.#settings });
    this.#background.add(handle, reservation);
    if (this.#isShutDown) await this.#end([handle]);
    else await this.#background.freeDiskSpace();
    return { ok: true, handle };
  }

  get(id: string, owner?: Owner): ProcessHandle | undefined {
    const handle = this.#background.get(id);
    return handle === undefined || owner === undefined || belongsTo(owner)(handle) ? handle : undefined;
  }

  list(owner?: Owner | string): readonly ProcessHandle[] {
    const all = this.#background.all();
    return owner === undefined ? all : all.filter(belongsTo(owner));
  }

  endTask(task: Owner | string, owner?: Owner): Promise<EndReport> {
    const isOwn = belongsTo(owner ?? task);
    return this.#end(this.#background.all().filter(isOwn), [...this.#activeRuns].filter(isOwn));
  }

  shutdown(): Promise<EndReport> {
    this.#isShutDown = true;
    return this.#end(this.#background.all(), [...this.#activeRuns]);
  }

  async #end(background: readonly BackgroundProcess[], runs: readonly ActiveRun[] = []): Promise<EndReport> {
    const ended = runs.length + background.filter(({ status }) => status === 'running').length;
    for (const { stop } of runs) stop();
    const results = await Promise.all(runs.map(({ result }) => result));
    const leftovers = await Promise.all(background.map((handle) => handle.dispose()));
    for (const handle of background) this.#background.delete(handle);
    return { ended, survivors: [...results.flatMap(({ survivors }) => survivors), ...leftovers.flat()] };
  }

  #refusal(reason: ReservationRefusal, isServer: boolean): ToolError {
    if (this.#isShutDown) return coreErrors.SHUT_DOWN();
    const { maxBackground, maxServers, maxBackgroundPerOwner: limit } = this.#settings;
    if (reason === 'full')
      return processErrors.TOO_MANY_PROCESSES({ details: { limit: isServer ? maxServers : maxBackground } });
    return processErrors.TOO_MANY_PROCESSES({
      message: `This owner already runs ${limit} background programs, the most that one owner may run.`,
      details: { limit, perOwner: true },
    });
  }
}

/**
 * Random, so that an id from before a restart, or from another process of the same server, never names a command of this one.
 */
function newCommandId(): string {
  return `cmd-${randomBytes(5).toString('hex')}`;
}
