import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { unprivilegedUser, type UserIds } from './unprivileged-user.ts';

/** A PostgreSQL server of a test, with its own port and folder. */
export interface PostgresServer extends AsyncDisposable {
  /** For clients: `postgres://tests:PASSWORD@127.0.0.1:PORT/postgres`. The user is a superuser of this server. */
  readonly url: string;
  readonly port: number;
  /** Ends the server as a crash would: connections break, what was committed stays. Does nothing if it has ended. */
  stop(): Promise<void>;
  /** Starts the server again, on the same port with the same data. Does nothing if it is running. */
  start(): Promise<void>;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const USER = 'tests';
const run = promisify(execFile);

/** Whether `startPostgres` can work here: for `describe.skipIf(!hasPostgres())`. */
export function hasPostgres(): boolean {
  return process.platform !== 'win32' && ['initdb', 'postgres'].every((name) => postgresProgram(name) !== undefined);
}

/** Creates a database cluster in a temporary folder and starts PostgreSQL on a free port. Takes about two seconds. */
export async function startPostgres(): Promise<PostgresServer> {
  const user = unprivilegedUser(['postgres', 'nobody']);
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  try {
    if (user) await chown(folder, user.uid, user.gid);
    const password = await createCluster(folder, user);
    const port = await freePort();
    const server = new PostgresProcess(folder, user, port, password);
    await server.start();
    return server;
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

class PostgresProcess implements PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly #folder: string;
  readonly #user: UserIds | undefined;
  #process: ServerProcess | undefined;

  constructor(folder: string, user: UserIds | undefined, port: number, password: string) {
    this.#folder = folder;
    this.#user = user;
    this.port = port;
    this.url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  }

  async start(): Promise<void> {
    if (this.#process) return;
    this.#process = await startServerProcess({
      command: requiredProgram('postgres'),
      args: serverArguments(join(this.#folder, 'data'), this.port),
      cwd: this.#folder,
      user: this.#user,
      ready: /database system is ready to accept connections/,
    });
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    // SIGQUIT is PostgreSQL's immediate shutdown. After SIGKILL, its helper processes would end later.
    await running?.stop('SIGQUIT');
  }

  async remove(): Promise<void> {
    await this.stop();
    await removeFolder(this.#folder);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.remove();
  }
}

/** @returns The password of the superuser. */
async function createCluster(folder: string, user: UserIds | undefined): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const args = ['-D', join(folder, 'data'), '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const quick = ['--no-sync', '--encoding=UTF8', '--locale=C'];
  await run(requiredProgram('initdb'), [...args, ...quick], { cwd: folder, ...user });
  return password;
}

/** Durability costs time and only matters if the machine fails. */
function serverArguments(data: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
    log_timezone: 'UTC',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, '-p', String(port), ...options];
}

function requiredProgram(name: string): string {
  const program = postgresProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed (Debian package: postgresql).`);
  return program;
}

/** Debian keeps the server's programs off PATH, in a folder for each version. */
function postgresProgram(name: string): string | undefined {
  return findProgram(name, debianFolders());
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).filter((version) => /^\d+$/.test(version));
    return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  } catch {
    return [];
  }
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
