import type { ArtifactRef, Owner } from '@ku0/agent-runtime-tools-core';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processErrors } from '../errors.ts';
import type { Launched, LaunchPlan } from '../launch/launch.ts';
import { pumpOutput } from '../launch/launch.ts';
import { endOutputHolders, endTree } from '../lifetime/end-tree.ts';
import { killOnHostExit } from '../lifetime/kill-on-host-exit.ts';
import { wasStartedRecently } from '../lifetime/recent-programs.ts';
import { Supervision } from '../lifetime/supervision.ts';
import type { Ending } from '../lifetime/supervision.ts';
import type { CapturedOutput } from '../output/capture/captured-output.ts';
import { storeOutput } from '../output/log/store-output.ts';
import type { StoreOptions } from '../output/log/store-output.ts';
import { OutputListener, whenBothAreReady } from '../output/stream/output-listener.ts';
import { OutputLog } from '../output/log/output-log.ts';
import type { OutputPump } from '../output/stream/output-pump.ts';
import { readPage } from '../output/log/read-page.ts';
import { platform } from '../platform/current-platform.ts';
import type { OutputPage, ProcessHandle, ReadOptions, WriteResult } from '../process-handle.ts';
import type { ProcessesSettings } from '../processes-options.ts';
import { programOwner } from '../lifetime/program-owner.ts';
import type { RunOptions, StartOptions } from '../run-options.ts';
import type { Survivor } from '../run-result.ts';
import { feedInput } from '../launch/feed-input.ts';

export interface BackgroundOptions {
  readonly plan: LaunchPlan;
  readonly options: StartOptions;
  readonly settings: ProcessesSettings;
  /** Defined for a program that a `run` waits for. It gets this input and then end of file. */
  readonly foreground?: { readonly captured: CapturedOutput; readonly input: RunOptions['input'] };
}

/** A background program and its output. */
export class BackgroundProcess implements ProcessHandle {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  readonly owner: Owner;
  readonly taskId?: string;
  /** Whether it has a place among the servers. */
  readonly isServer: boolean;
  readonly startedAt = Date.now();
  readonly #child: ChildProcess;
  readonly #root: Launched['root'];
  readonly #killGraceMs: number;
  readonly #supervision: Supervision;
  readonly #pumps: readonly OutputPump[];
  readonly #listener: OutputListener;
  readonly #log: OutputLog;
  readonly #unregister: () => void;
  /** Settles when the program itself has ended. */
  readonly #ended: Promise<void>;
  /** Defined once no descendants are left to be ended, or they are being ended. */
  #cleanup: Promise<void> | undefined;
  #ending: Ending | undefined;
  #endedAt: number | undefined;
  #survivors: readonly Survivor[] = [];
  #lastOutputAt = this.startedAt;
  #isDetached: boolean;

  constructor(id: string, launched: Launched, { plan, options, settings, foreground }: BackgroundOptions) {
    this.id = id;
    this.#isDetached = foreground === undefined;
    this.pid = launched.root.pid;
    this.command = plan.text;
    this.owner = programOwner(options);
    if (this.owner.taskId !== '') this.taskId = this.owner.taskId;
    this.isServer = options.isServer === true;
    this.#child = launched.child;
    this.#root = launched.root;
    this.#killGraceMs = options.killGraceMs ?? settings.killGraceMs;
    this.#log = options.keepOutput === false ? OutputLog.ofNothing() : OutputLog.within(settings);
    this.#listener = new OutputListener(options.onOutput);
    this.#pumps = pumpOutput(launched.child, plan.encoding, (stream) => (text) => {
      this.#lastOutputAt = Date.now();
      if (!this.#isDetached) foreground?.captured.push(stream, text);
      return whenBothAreReady(this.#log.push(text), this.#listener.notify(stream, text));
    });
    this.#supervision = new Supervision(launched.child, {
      root: launched.root,
      pumps: this.#pumps,
      killGraceMs: this.#killGraceMs,
      exitGraceMs: settings.exitGraceMs,
      endLeftovers: () => !this.#isDetached,
    });
    this.#unregister = killOnHostExit(launched.root);
    launched.child.stdin?.on('error', () => undefined);
    if (foreground?.input !== undefined && launched.child.stdin !== null) {
      feedInput(launched.child.stdin, foreground.input);
    } else if (options.input !== undefined) launched.child.stdin?.write(options.input);
    this.#ended = this.#watch(options);
  }

  get status(): ProcessHandle['status'] {
    return this.#ending?.status ?? 'running';
  }

  get exitCode(): number | undefined {
    return this.#ending?.exitCode;
  }

  get signal(): string | undefined {
    return this.#ending?.signal;
  }

  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  get lastOutputAt(): number {
    return this.#lastOutputAt;
  }

  get totalBytes(): number {
    return this.#log.total;
  }

  get survivors(): readonly Survivor[] {
    return this.#survivors;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  get listenerWarnings(): readonly string[] {
    return this.#listener.warnings;
  }

  get warnings(): readonly string[] {
    return [...this.#log.warnings, ...this.#listener.warnings];
  }

  /** Whether the program has ended and left no descendants. */
  get isFinished(): boolean {
    return this.#ending !== undefined && this.#cleanup !== undefined;
  }

  get #isOutputOpen(): boolean {
    return !this.#child.stdout?.closed || !this.#child.stderr?.closed;
  }

  read(options: ReadOptions = {}): Promise<OutputPage> {
    return readPage(this.#log, options, this.#ending !== undefined);
  }

  write(input: string | Uint8Array): Promise<WriteResult> {
    const stdin = this.#child.stdin;
    if (stdin === null || !stdin.writable || this.#ending !== undefined) {
      return Promise.resolve({ ok: false, error: processErrors.INPUT_CLOSED() });
    }
    if (stdin.writableLength > MAX_UNREAD_BYTES)
      return Promise.resolve({ ok: false, error: processErrors.INPUT_FULL() });
    return new Promise((resolve) => {
      // The callback does not run before the program reads. Without an error by then, the input counts as accepted.
      const timer = setTimeout(() => resolve({ ok: true }), WRITE_WAIT_MS);
      stdin.write(input, (error) => {
        clearTimeout(timer);
        resolve(error ? { ok: false, error: processErrors.INPUT_CLOSED() } : { ok: true });
      });
    });
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<readonly Survivor[]> {
    this.#supervision.stop('cancelled', signal);
    await this.#ended;
    this.#cleanup ??= this.#endLeftovers(signal);
    await this.#cleanup;
    return this.#survivors;
  }

  async wait(signal?: AbortSignal): Promise<ProcessHandle['status']> {
    if (this.#ending !== undefined || signal?.aborted) return this.status;
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal?.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#ended, aborted.promise]);
    signal?.removeEventListener('abort', onAbort);
    return this.status;
  }

  async isWaitingForInput(): Promise<boolean | undefined> {
    return this.#ending === undefined ? platform.isReadingInput(this.#root) : false;
  }

  /** Turns a `run` into a background program: the listener is no longer called, and descendants may outlive it. */
  detach(): void {
    this.#isDetached = true;
    this.#listener.stop();
  }

  async stopForTimeout(): Promise<void> {
    this.#supervision.stop('timed-out');
    await this.#ended;
  }

  /** Releases everything if the descendants that outlived the program have ended by now. */
  async checkLeftovers(): Promise<void> {
    if (this.#ending === undefined || this.#cleanup !== undefined || this.#isOutputOpen) return;
    if (Date.now() - (this.#endedAt ?? 0) > GROUP_ID_REUSE_MS) this.#root.groupGone = true;
    const running = await platform.descendants(this.#root);
    if (running.length === 0) this.#cleanup ??= this.#release();
  }

  storeOutput(options: StoreOptions): Promise<ArtifactRef | undefined> {
    return storeOutput(this.#log, options);
  }

  /** Ends the program and its descendants and deletes the output. */
  async dispose(): Promise<readonly Survivor[]> {
    await this.stop();
    await this.#log.close();
    return this.#survivors;
  }

  async #watch({ signal, timeoutMs }: StartOptions): Promise<void> {
    const ending = await this.#supervision.waitForEnd(timeoutMs, signal);
    this.#ending = ending;
    this.#endedAt = Date.now();
    this.#survivors = ending.survivors;
    this.#root.groupGone = !platform.groupExists(this.pid);
    // Descendants belong to the task and may continue after the program has exited.
    const mayHaveLeftovers =
      this.#isOutputOpen || !this.#root.groupGone || platform.mayHaveDescendants(this.#root, wasStartedRecently);
    const wasStopped = ending.status === 'cancelled' || ending.status === 'timed-out';
    if (!mayHaveLeftovers || wasStopped) this.#cleanup = this.#release();
    else void this.checkLeftovers();
  }

  /** Long after the exit, the number of the process group may belong to another group, so only the mark is used. */
  async #endLeftovers(signal: NodeJS.Signals): Promise<void> {
    if (Date.now() - (this.#endedAt ?? 0) > GROUP_ID_REUSE_MS) this.#root.groupGone = true;
    const options = { signal, graceMs: this.#killGraceMs, hasExited: () => true, includeGroup: true };
    const descendants = await endTree(this.#root, options);
    const holders = this.#isOutputOpen ? await endOutputHolders(this.#root, () => sleep(HOLDER_WAIT_MS)) : [];
    this.#survivors = [...this.#survivors, ...descendants, ...holders];
    await this.#release();
  }

  async #release(): Promise<void> {
    for (const pump of this.#pumps) pump.stop();
    this.#child.stdin?.destroy();
    this.#listener.stop();
    this.#unregister();
  }
}

/** After this long without the program, its process group id may have been reused. */
const GROUP_ID_REUSE_MS = 1000;
const HOLDER_WAIT_MS = 50;
const MAX_UNREAD_BYTES = 1024 * 1024;
const WRITE_WAIT_MS = 250;
