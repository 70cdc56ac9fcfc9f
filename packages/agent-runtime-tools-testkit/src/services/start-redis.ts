import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { unprivilegedUser, type UserIds } from './unprivileged-user.ts';

/** A Redis server of a test, with its own port and folder. It keeps its data in memory only. */
export interface RedisServer extends AsyncDisposable {
  /** For clients: `redis://:PASSWORD@127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Ends the server as a crash would: connections break, the data is lost. Does nothing if it has ended. */
  stop(): Promise<void>;
  /** Starts the server again, on the same port without data. Does nothing if it is running. */
  start(): Promise<void>;
  /** Makes the server hang: it keeps its connections and answers nothing until `thaw`. */
  freeze(): void;
  /** Lets the server continue after `freeze`, with its data. */
  thaw(): void;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

/** Whether `startRedis` can work here: for `describe.skipIf(!hasRedis())`. */
export function hasRedis(): boolean {
  return process.platform !== 'win32' && findProgram('redis-server') !== undefined;
}

/** Starts Redis on a free port, in a temporary folder. Takes a fraction of a second. */
export async function startRedis(): Promise<RedisServer> {
  const user = unprivilegedUser(['redis', 'nobody']);
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  try {
    const port = await freePort();
    const password = randomBytes(12).toString('hex');
    const configuration = join(folder, 'redis.conf');
    // Not on the command line, where every user of the machine could read the password.
    await writeFile(configuration, configurationOf({ folder, port, password }), { mode: 0o600 });
    if (user) for (const path of [folder, configuration]) await chown(path, user.uid, user.gid);
    const server = new RedisProcess(folder, user, port, password);
    await server.start();
    return server;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

class RedisProcess implements RedisServer {
  readonly url: string;
  readonly port: number;
  readonly #folder: string;
  readonly #user: UserIds | undefined;
  #process: ServerProcess | undefined;

  constructor(folder: string, user: UserIds | undefined, port: number, password: string) {
    this.#folder = folder;
    this.#user = user;
    this.port = port;
    this.url = `redis://:${password}@127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    if (this.#process) return;
    const command = findProgram('redis-server');
    if (command === undefined) throw new Error('redis-server is not installed (Debian package: redis-server).');
    this.#process = await startServerProcess({
      command,
      args: [join(this.#folder, 'redis.conf')],
      cwd: this.#folder,
      user: this.#user,
      ready: /Ready to accept connections/,
    });
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await running?.stop('SIGKILL');
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#process) process.kill(this.#process.pid, signal);
  }
}

function configurationOf({ folder, port, password }: { folder: string; port: number; password: string }): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${folder}`,
    'save ""',
    'appendonly no',
    'daemonize no',
    'loglevel notice',
  ];
  return `${lines.join('\n')}\n`;
}
