import type { ArtifactRef, Owner } from '@ku0/agent-runtime-tools-core';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { processErrors } from './errors.ts';
import type { Launched, LaunchPlan } from './launch.ts';
import { pumpOutput } from './launch.ts';
import { endHolders, endTree } from './lifetime/end-tree.ts';
import { endWithHost } from './lifetime/host-exit.ts';
import { isRecentLeader } from './lifetime/recent-leaders.ts';
import { Supervision } from './lifetime/supervise.ts';
import type { Ending } from './lifetime/supervise.ts';
import type { CapturedOutput } from './output/captured-output.ts';
import { keepOutput } from './output/keep-output.ts';
import type { KeepOptions } from './output/keep-output.ts';
import { OutputListener } from './output/output-listener.ts';
import { newLog } from './output/new-log.ts';
import type { OutputLog } from './output/output-log.ts';
import type { OutputPump } from './output/output-pump.ts';
import { readPage } from './output/read-page.ts';
import { platform } from './platform/current-platform.ts';
import type { OutputPage, ProcessHandle, ReadOptions, WriteResult } from './process-handle.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { programOwner } from './program-owner.ts';
import type { RunOptions, StartOptions } from './run-options.ts';
import type { Survivor } from './run-result.ts';
import { feedInput } from './spawn/feed-input.ts';

export interface BackgroundOptions {
  readonly plan: LaunchPlan;
  readonly options: StartOptions;
  readonly settings: ProcessesSettings;
  /** There while somebody waits for its end. Its input is all it gets. */
  readonly foreground?: { readonly captured: CapturedOutput; readonly input: RunOptions['input'] };
}

/** One background program and its output. */
export class BackgroundProcess implements ProcessHandle {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  readonly owner: Owner;
  readonly taskId?: string;
  readonly startedAt = Date.now();
  readonly #child: ChildProcess;
  readonly #root: Launched['root'];
  readonly #killGraceMs: number;
  readonly #supervision: Supervision;
  readonly #pumps: readonly OutputPump[];
  readonly #listener: OutputListener;
  readonly #log: OutputLog;
  readonly #released: () => void;
  readonly #watched: Promise<void>;
  #cleared: Promise<void> | undefined;
  #ending: Ending | undefined;
  #endedAt: number | undefined;
  #survivors: readonly Survivor[] = [];
  #lastOutputAt = this.startedAt;
  #isDetached: boolean;

  constructor(id: string, launched: Launched, more: BackgroundOptions) {
    const { plan, options, settings, foreground } = more;
    this.id = id;
    this.#isDetached = foreground === undefined;
    this.pid = launched.root.pid;
    this.command = plan.text;
    this.owner = programOwner(options);
    if (this.owner.taskId !== '') this.taskId = this.owner.taskId;
    this.#child = launched.child;
    this.#root = launched.root;
    this.#killGraceMs = options.killGraceMs ?? settings.killGraceMs;
    this.#log = newLog(settings);
    this.#listener = new OutputListener(options.onOutput);
    this.#pumps = pumpOutput(launched.child, plan.encoding, (stream) => (text) => {
      this.#lastOutputAt = Date.now();
      if (!this.#isDetached) foreground?.captured.push(stream, text);
      const logged = this.#log.push(text);
      const heard = this.#listener.call(stream, text);
      return logged !== undefined && heard !== undefined ? Promise.all([logged, heard]) : (logged ?? heard);
    });
    this.#supervision = new Supervision(launched.child, {
      root: launched.root,
      pumps: this.#pumps,
      killGraceMs: this.#killGraceMs,
      exitGraceMs: settings.exitGraceMs,
      endLeftovers: () => !this.#isDetached,
    });
    this.#released = endWithHost(launched.root);
    launched.child.stdin?.on('error', () => undefined);
    if (foreground?.input !== undefined && launched.child.stdin !== null) {
      feedInput(launched.child.stdin, foreground.input);
    } else if (options.input !== undefined) launched.child.stdin?.write(options.input);
    this.#watched = this.#watch(options);
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

  /** The program has ended and left nothing behind. */
  get isOver(): boolean {
    return this.#ending !== undefined && this.#cleared !== undefined;
  }

  /** Somebody may still print. */
  get #isOpen(): boolean {
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
    if (stdin.writableLength > MAX_UNREAD) return Promise.resolve({ ok: false, error: processErrors.INPUT_FULL() });
    return new Promise((resolve) => {
      // Unread input may wait for ever; what the system has not refused by then has been accepted.
      const accepted = setTimeout(() => resolve({ ok: true }), ACCEPT_MS);
      stdin.write(input, (error) => {
        clearTimeout(accepted);
        resolve(error ? { ok: false, error: processErrors.INPUT_CLOSED() } : { ok: true });
      });
    });
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<readonly Survivor[]> {
    this.#supervision.stop('cancelled', signal);
    await this.#watched;
    this.#cleared ??= this.#clear(signal);
    await this.#cleared;
    return this.#survivors;
  }

  async wait(signal?: AbortSignal): Promise<ProcessHandle['status']> {
    if (this.#ending !== undefined || signal?.aborted) return this.status;
    const aborted = Promise.withResolvers<void>();
    const onAbort = (): void => aborted.resolve();
    signal?.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#watched, aborted.promise]);
    signal?.removeEventListener('abort', onAbort);
    return this.status;
  }

  async isWaitingForInput(): Promise<boolean | undefined> {
    return this.#ending === undefined ? platform.isReadingInput(this.#root) : false;
  }

  /** From now on it is on its own: nobody listens, and what it leaves behind may go on. */
  detach(): void {
    this.#isDetached = true;
    this.#listener.stop();
  }

  async endByTimeout(): Promise<void> {
    this.#supervision.stop('timed-out');
    await this.#watched;
  }

  /** What it left behind may have ended since: then nothing of the system is held any longer. */
  async noticeEnd(): Promise<void> {
    if (this.#ending === undefined || this.#cleared !== undefined || this.#isOpen) return;
    if (Date.now() - (this.#endedAt ?? 0) > GROUP_IS_OURS_MS) this.#root.groupGone = true;
    const left = await platform.descendants(this.#root);
    if (left.length === 0) this.#cleared ??= this.#release();
  }

  keepOutput(keep: KeepOptions): Promise<ArtifactRef | undefined> {
    return keepOutput(this.#log, keep);
  }

  /** Ends what is left and forgets the output. */
  async dispose(): Promise<readonly Survivor[]> {
    await this.stop();
    await this.#log.close();
    return this.#survivors;
  }

  async #watch({ signal, timeoutMs }: StartOptions): Promise<void> {
    const ending = await this.#supervision.within(timeoutMs, signal);
    this.#ending = ending;
    this.#endedAt = Date.now();
    this.#survivors = ending.survivors;
    this.#root.groupGone = !platform.groupExists(this.pid);
    // What it left behind belongs to the task and may go on; where there is nothing, nothing has to be ended later.
    const left = this.#isOpen || !this.#root.groupGone || platform.mayHaveLeft(this.#root, isRecentLeader);
    if (!left || ending.status === 'cancelled' || ending.status === 'timed-out') this.#cleared = this.#release();
    else void this.noticeEnd();
  }

  /** Ends what the program left behind. Long after its end, its group's number may be another's: the mark tells. */
  async #clear(signal: NodeJS.Signals): Promise<void> {
    if (Date.now() - (this.#endedAt ?? 0) > GROUP_IS_OURS_MS) this.#root.groupGone = true;
    const options = { signal, graceMs: this.#killGraceMs, hasExited: () => true, reportGroup: true };
    const left = await endTree(this.#root, options);
    const holders = this.#isOpen ? await endHolders(this.#root, () => sleep(HOLDERS_MS)) : [];
    this.#survivors = [...this.#survivors, ...left, ...holders];
    await this.#release();
  }

  async #release(): Promise<void> {
    for (const pump of this.#pumps) pump.stop();
    this.#child.stdin?.destroy();
    this.#listener.stop();
    this.#released();
  }
}

const GROUP_IS_OURS_MS = 1000;
const HOLDERS_MS = 50;
const MAX_UNREAD = 1024 * 1024;
const ACCEPT_MS = 250;
