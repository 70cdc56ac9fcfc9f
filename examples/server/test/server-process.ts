import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export interface Pending {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
}

/** A server process with its own folders. It can be stopped by a signal and started again. */
export class ServerProcess {
  readonly root: string;
  readonly #base: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #address = '';

  /** `env` adds variables to the environment of the server. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const base = await mkdtemp(join(tmpdir(), 'example-server-'));
    const server = new ServerProcess(base, env);
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await rm(base, { recursive: true, force: true });
    });
    await mkdir(server.root);
    await server.begin();
    return server;
  }

  private constructor(base: string, env: Readonly<Record<string, string>>) {
    this.#base = base;
    this.#env = env;
    this.root = join(base, 'root');
  }

  async begin(): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
      cwd: this.#base,
      env: {
        PATH: process.env['PATH'],
        ROOT: this.root,
        STATE: join(this.#base, 'state'),
        PORT: '0',
        USERS: JSON.stringify({ a: 'ann', b: 'bob' }),
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const chunk of child.stdout) {
      const [address] = /http:\S+/.exec(String(chunk)) ?? [];
      if (address === undefined) continue;
      this.#address = address;
      return;
    }
    throw new Error('The server did not start.');
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async restart(signal: NodeJS.Signals): Promise<void> {
    await this.stop(signal);
    await this.begin();
  }

  async fetch(user: string, path: string, method = 'GET', body?: unknown): Promise<{ status: number; body: unknown }> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { authorization: `Bearer ${user}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  async call(user: string, name: string, tool: string, params: unknown): Promise<void> {
    const { status } = await this.fetch(user, `/tasks/task/calls/${name}`, 'PUT', { tool, params });
    if (status !== 202) throw new Error(`PUT answered ${status}`);
  }

  async state(user: string, name: string): Promise<{ status: string; result?: { ok: boolean } }> {
    return (await this.fetch(user, `/tasks/task/calls/${name}`)).body as { status: string };
  }

  async pending(user: string): Promise<Pending[]> {
    return (await this.fetch(user, '/approvals')).body as Pending[];
  }

  async answer(user: string, id: string, answer: object): Promise<number> {
    return (await this.fetch(user, `/approvals/${id}`, 'POST', answer)).status;
  }

  /** Waits until this many requests of the user are pending. */
  async asked(user: string, count = 1): Promise<Pending[]> {
    return within(async () => {
      const pending = await this.pending(user);
      return pending.length === count ? pending : undefined;
    });
  }

  async ended(user: string, name: string): Promise<{ ok: boolean }> {
    return within(async () => (await this.state(user, name)).result);
  }
}

async function within<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error('The expected state was not reached in 30 seconds.');
}
