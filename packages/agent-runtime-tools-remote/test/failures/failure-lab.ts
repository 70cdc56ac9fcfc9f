import { randomUUID } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ToolCoordinator, type ExecuteOptions, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { bullmq, remotePack } from '../../src/index.ts';
import {
  SECRET,
  TIMES,
  type AskingOrder,
  type AskingReport,
  type EffectParams,
  type ProgramOptions,
  type Reached,
} from './programs/messages.ts';

/** One place with its own processes and its own counter of effects, for one experiment. */
export class FailureLab implements AsyncDisposable {
  readonly place = `place-${randomUUID()}`;
  readonly #url: string;
  readonly #folder: string;
  readonly #processes = new Set<ChildProcess>();
  readonly #agents: ToolCoordinator[] = [];

  private constructor(url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
  }

  static async open(url: string): Promise<FailureLab> {
    return new FailureLab(url, await mkdtemp(join(tmpdir(), 'remote-failures-')));
  }

  /** An agent in this process, which is another one than the workers'. */
  async caller({ waitForWorkerMs = 60_000 } = {}): Promise<LabCaller> {
    const driver = bullmq({ url: this.#url, ...TIMES });
    const options = { driver, place: this.place, secret: SECRET, waitForWorkerMs };
    const agent = new ToolCoordinator({ concurrency: { limit: 100 } }).registerPack(await remotePack(options));
    this.#agents.push(agent);
    return new LabCaller(agent);
  }

  async worker(more: { readonly holdResults?: boolean; readonly url?: string } = {}): Promise<LabProcess> {
    const name = `worker-${this.#processes.size + 1}`;
    const options = { name, url: this.#url, place: this.place, folder: this.#folder, ...more };
    return this.#start('worker.ts', options);
  }

  /** A caller in a process of its own, which makes one call. */
  async callerProcess(call: EffectParams, more: { readonly detached?: boolean } = {}): Promise<LabProcess> {
    const options = { name: 'caller', url: this.#url, place: this.place, folder: this.#folder, ...more };
    return this.#start('caller.ts', options, call);
  }

  /** A caller in a process of its own, whose calls wait for approval, and which can answer those of others. */
  async askingCaller(name: string): Promise<LabProcess> {
    return this.#start('asking-caller.ts', { name, url: this.#url, place: this.place, folder: this.#folder });
  }

  /** How often the call has taken effect. */
  effects(id: string): number {
    const file = join(this.#folder, 'effects');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.filter((line) => line === id).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      [...this.#processes].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
    await Promise.all(this.#agents.map((agent) => agent.shutdownAll()));
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(program: string, options: ProgramOptions, ...more: unknown[]): Promise<LabProcess> {
    const file = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
    const args = [options, ...more].map((each) => JSON.stringify(each));
    const child = fork(file, args, { execArgv: ['--no-warnings'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#processes.add(child);
    const lab = new LabProcess(options.name, child);
    await lab.ready;
    return lab;
  }
}

/** A worker or a caller that can be killed and frozen. */
export class LabProcess {
  readonly name: string;
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #reached: Reached[] = [];
  readonly #reports: AskingReport[] = [];

  constructor(name: string, child: ChildProcess) {
    this.name = name;
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    child.on('message', (message: unknown) => {
      if (message === 'ready') ready.resolve();
      else if (isReached(message)) this.#reached.push(message);
      else if (isReport(message)) this.#reports.push(message);
    });
    child.once('exit', (code, signal) => ready.reject(new Error(`${name} ended with ${code ?? signal}`)));
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  order(order: AskingOrder): void {
    this.#child.send(order);
  }

  /** Waits for a report, and takes it off the list. */
  async report<K extends AskingReport['kind']>(kind: K): Promise<Extract<AskingReport, { kind: K }>> {
    const isWanted = (report: AskingReport): report is Extract<AskingReport, { kind: K }> => report.kind === kind;
    await until(() => this.#reports.some(isWanted), `${this.name} does not report "${kind}"`);
    const found = this.#reports.find(isWanted);
    if (found === undefined) throw new Error('There is no report.');
    this.#reports.splice(this.#reports.indexOf(found), 1);
    return found;
  }

  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  has(point: Reached['point'], id?: string): boolean {
    return this.#reached.some((each) => each.point === point && (id === undefined || each.id === id));
  }

  async waitFor(point: Reached['point'], id?: string): Promise<void> {
    await until(() => this.has(point, id), `${this.name} does not reach "${point}"`);
  }
}

export class LabCaller {
  readonly agent: ToolCoordinator;

  constructor(agent: ToolCoordinator) {
    this.agent = agent;
  }

  /** Makes a call. Fails if there is no answer. */
  async call(tool: 'effect' | 'repeatable', params: EffectParams, options: ExecuteOptions = {}): Promise<ToolResult> {
    const answer = this.agent.execute(tool, params, { timeoutMs: 60_000, ...options });
    const lost = sleep(90_000, undefined, { ref: false }).then(() => {
      throw new Error(`The call ${params.id} was lost: it has no answer.`);
    });
    return Promise.race([answer, lost]);
  }
}

export async function until(condition: () => boolean | Promise<boolean>, problem: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(problem);
    await sleep(20);
  }
}

export function check(condition: boolean, problem: string, found?: unknown): void {
  if (!condition) throw new Error(found === undefined ? problem : `${problem}: ${JSON.stringify(found)}`);
}

/** The error code of a result, or `ok`. */
export function outcomeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.error.code;
}

function isReport(message: unknown): message is AskingReport {
  return typeof message === 'object' && message !== null && 'kind' in message && 'id' in message;
}

function isReached(message: unknown): message is Reached {
  return typeof message === 'object' && message !== null && 'point' in message && 'id' in message;
}
