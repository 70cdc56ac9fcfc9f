import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { Owner, ToolError } from '@ku0/agent-runtime-tools-core';
import { BackgroundProcess } from './background-process.ts';
import { BackgroundPrograms } from './background-programs.ts';
import type { NoPlace } from './background-programs.ts';
import { processErrors } from './errors.ts';
import { launch, planLaunch } from './launch.ts';
import { Slots } from './lifetime/slots.ts';
import { platform } from './platform/current-platform.ts';
import type { ProcessHandle, StartResult } from './process-handle.ts';
import { ProcessMarks } from './process-marks.ts';
import type { EndReport, Processes } from './processes.ts';
import { belongsTo, programOwner } from './program-owner.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { notStarted, run } from './run.ts';
import { runOrDetach } from './run-or-detach.ts';
import type { Background } from './run-or-detach.ts';
import type { RunEnvironment } from './run.ts';
import type { Command, RunOptions, StartOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';

interface Running {
  readonly owner: Owner;
  readonly stop: () => void;
  readonly result: Promise<RunResult>;
}

/** The service itself, with everything it needs. */
export class ProcessService implements Processes {
  readonly #settings: ProcessesSettings;
  readonly #marks = new ProcessMarks();
  readonly #environment: RunEnvironment;
  readonly #running = new Set<Running>();
  readonly #background: BackgroundPrograms;
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
      const place = this.#isShutDown ? undefined : this.#background.reserve(handle.owner);
      if (typeof place !== 'object') return false;
      this.#background.add(handle, place);
      return true;
    },
  };
  #count = 0;
  #isShutDown = false;

  constructor(settings: ProcessesSettings) {
    this.#settings = settings;
    this.#background = new BackgroundPrograms(settings);
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
    const running: Running = { owner: programOwner(options), stop, result };
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
    const place = await this.#background.reserveSoon(
      programOwner(options),
      () => this.#isShutDown || options.signal?.aborted === true,
    );
    if (typeof place !== 'object') return { ok: false, error: this.#noPlace(place) };
    const refused = (error: ToolError): StartResult => {
      this.#background.release(place);
      return { ok: false, error };
    };
    const plan = planLaunch(command, options, { settings: this.#settings, marks: this.#marks, openInput: true });
    if ('error' in plan) return refused(plan.error);
    const launched = await launch(plan, options.signal);
    if ('error' in launched) return refused(launched.error);
    const handle = new BackgroundProcess(this.#nextId(), launched, { plan, options, settings: this.#settings });
    this.#background.add(handle, place);
    if (this.#isShutDown) await this.#end([handle]);
    else await this.#background.makeDiskRoom();
    return { ok: true, handle };
  }

  get(id: string, owner?: Owner): ProcessHandle | undefined {
    const handle = this.#background.get(id);
    return handle === undefined || owner === undefined || belongsTo(owner)(handle) ? handle : undefined;
  }

  list(of?: Owner | string): readonly ProcessHandle[] {
    const all = this.#background.all();
    return of === undefined ? all : all.filter(belongsTo(of));
  }

  endTask(of: Owner | string, owner?: Owner): Promise<EndReport> {
    const isOwn = belongsTo(owner ?? of);
    return this.#end(this.#background.all().filter(isOwn), [...this.#running].filter(isOwn));
  }

  shutdown(): Promise<EndReport> {
    this.#isShutDown = true;
    return this.#end(this.#background.all(), [...this.#running]);
  }

  async #end(background: readonly BackgroundProcess[], running: readonly Running[] = []): Promise<EndReport> {
    const ended = running.length + background.filter(({ status }) => status === 'running').length;
    for (const one of running) one.stop();
    const results = await Promise.all(running.map(({ result }) => result));
    const leftovers = await Promise.all(background.map((handle) => handle.dispose()));
    for (const handle of background) this.#background.delete(handle);
    return { ended, survivors: [...results.flatMap(({ survivors }) => survivors), ...leftovers.flat()] };
  }

  #noPlace(why: NoPlace): ToolError {
    if (this.#isShutDown) return coreErrors.SHUT_DOWN();
    if (why === 'full') return processErrors.TOO_MANY_PROCESSES({ details: { limit: this.#settings.maxBackground } });
    const limit = this.#settings.maxBackgroundPerOwner;
    return processErrors.TOO_MANY_PROCESSES({
      message: `${limit} background programs of one owner are running, which is as many as may; the other places are for others.`,
      details: { limit, perOwner: true },
    });
  }

  #nextId(): string {
    this.#count += 1;
    return `cmd-${this.#count}`;
  }
}
