import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@ku0/agent-runtime-tools-core';
import { BackgroundProcess } from './background-process.ts';
import { processErrors } from './errors.ts';
import { launch, planLaunch } from './launch.ts';
import { Slots } from './lifetime/slots.ts';
import { platform } from './platform/current-platform.ts';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import { ProcessMarks } from './process-marks.ts';
import type { EndReport, Processes } from './processes.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { notStarted, run } from './run.ts';
import { runOrDetach } from './run-or-detach.ts';
import type { Background } from './run-or-detach.ts';
import type { RunEnvironment } from './run.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';

interface Running {
  readonly taskId: string | undefined;
  readonly stop: () => void;
  readonly result: Promise<RunResult>;
}

/** The service itself, with everything it needs. */
export class ProcessService implements Processes {
  readonly #settings: ProcessesSettings;
  readonly #marks = new ProcessMarks();
  readonly #environment: RunEnvironment;
  readonly #running = new Set<Running>();
  readonly #background = new Map<string, BackgroundProcess>();
  readonly #detaching: Background = {
    adopt: (launched, plan, { options, captured }) => {
      const { input, timeoutMs: _, ...rest } = options;
      const foreground = { captured, input };
      return new BackgroundProcess(this.#nextId(), launched, {
        plan,
        options: rest,
        settings: this.#settings,
        foreground,
      });
    },
    keep: (handle) => {
      if (!this.#hasRoom()) return false;
      this.#background.set(handle.id, handle);
      return true;
    },
  };
  #starting = 0;
  #count = 0;
  #isShutDown = false;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
    const { maxConcurrent: most, maxWaiting: mostWaiting } = settings;
    const slots = new Slots({ most, mostWaiting, freeDescriptors: () => platform.freeDescriptors() });
    this.#environment = { settings, slots, marks: this.#marks };
  }

  run(command: Command, options: RunOptions = {}): Promise<RunResult> {
    if (this.#isShutDown) return Promise.resolve(notStarted(coreErrors.SHUT_DOWN()));
    const control = new AbortController();
    const stop = (): void => control.abort();
    const { signal } = options;
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    const own = { ...options, signal: control.signal };
    const result =
      options.onTimeout === 'background'
        ? runOrDetach(command, own, { ...this.#environment, background: this.#detaching })
        : run(command, own, this.#environment);
    const running: Running = { taskId: options.taskId, stop, result };
    this.#running.add(running);
    const forget = (): void => {
      signal?.removeEventListener('abort', stop);
      this.#running.delete(running);
    };
    void result.then(forget, forget);
    return result;
  }

  async start(command: Command, options: StartOptions = {}): Promise<StartResult> {
    if (this.#isShutDown) return { ok: false, error: coreErrors.SHUT_DOWN() };
    if (!(await this.#findRoom(options.signal))) {
      const details = { limit: this.#settings.maxBackground };
      return {
        ok: false,
        error: this.#isShutDown ? coreErrors.SHUT_DOWN() : processErrors.TOO_MANY_PROCESSES({ details }),
      };
    }
    const plan = planLaunch(command, options, { settings: this.#settings, marks: this.#marks, openInput: true });
    if ('error' in plan) return { ok: false, error: plan.error };
    this.#starting += 1;
    const launched = await launch(plan, options.signal);
    this.#starting -= 1;
    if ('error' in launched) return { ok: false, error: launched.error };
    const handle = new BackgroundProcess(this.#nextId(), launched, { plan, options, settings: this.#settings });
    this.#background.set(handle.id, handle);
    if (this.#isShutDown) await this.#end([handle]);
    else await this.#forgetOldest();
    return { ok: true, handle };
  }

  get(id: string): ProcessHandle | undefined {
    return this.#background.get(id);
  }

  list(taskId?: string): readonly ProcessHandle[] {
    const all = [...this.#background.values()];
    return taskId === undefined ? all : all.filter((handle) => handle.taskId === taskId);
  }

  endTask(taskId: string): Promise<EndReport> {
    const running = [...this.#running].filter((one) => one.taskId === taskId);
    const background = [...this.#background.values()].filter((handle) => handle.taskId === taskId);
    return this.#end(background, running);
  }

  shutdown(): Promise<EndReport> {
    this.#isShutDown = true;
    return this.#end([...this.#background.values()], [...this.#running]);
  }

  async #end(background: readonly BackgroundProcess[], running: readonly Running[] = []): Promise<EndReport> {
    const ended = running.length + background.filter(({ status }) => status === 'running').length;
    for (const one of running) one.stop();
    const results = await Promise.all(running.map(({ result }) => result));
    const leftovers = await Promise.all(background.map((handle) => handle.dispose()));
    for (const { id } of background) this.#background.delete(id);
    return { ended, survivors: [...results.flatMap(({ survivors }) => survivors), ...leftovers.flat()] };
  }

  /** Who starts one program after the other leaves no time to notice that the first ones have long ended. */
  async #findRoom(signal: AbortSignal | undefined): Promise<boolean> {
    for (let waited = 0; waited < ROOM_MS && !this.#hasRoom(); waited += ROOM_STEP_MS) {
      if (this.#isShutDown || signal?.aborted === true) break;
      await sleep(ROOM_STEP_MS);
    }
    return this.#hasRoom();
  }

  #hasRoom(): boolean {
    const active = [...this.#background.values()].filter(({ status }) => status === 'running').length;
    return !this.#isShutDown && active + this.#starting < this.#settings.maxBackground;
  }

  #nextId(): string {
    this.#count += 1;
    return `cmd-${this.#count}`;
  }

  /** Ended programs are remembered for their output, but not without end. */
  async #forgetOldest(): Promise<void> {
    const ended = [...this.#background.values()].filter(({ isOver }) => isOver);
    const { spoolRoom, spoolLimitBytes } = this.#settings;
    // The disk belongs to those that run.
    const most = spoolRoom.left < spoolLimitBytes ? ended.length / 2 : MAX_REMEMBERED;
    await this.#end(ended.slice(0, Math.max(0, ended.length - Math.floor(most))));
  }
}

const MAX_REMEMBERED = 100;
const ROOM_MS = 300;
const ROOM_STEP_MS = 10;
