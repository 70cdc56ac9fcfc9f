import { spawn, type ChildProcess } from 'node:child_process';
import type { UserIds } from './unprivileged-user.ts';

/** How a server is started, and how its output shows that it is ready. */
export interface ServerProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The user to run as. Default: the current one. */
  readonly user?: UserIds | undefined;
  /** Matches the output of a server that accepts connections. */
  readonly ready: RegExp;
  /** Default: 30,000. */
  readonly startTimeoutMs?: number;
}

/** A running server. */
export interface ServerProcess {
  readonly pid: number;
  /** Sends the signal and waits until the process has ended. Kills it if it has not ended after ten seconds. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

const OUTPUT_KEPT = 16_384;
const STOP_TIMEOUT_MS = 10_000;

/** Starts a server and waits until it is ready. It ends with this process at the latest. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { command, args, cwd, user } = options;
  const child = spawn(command, args, { cwd, ...user, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  void ended.then(() => process.removeListener('exit', endWithParent));

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return ended;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  };
  try {
    return { pid: await untilReady(child, options), stop };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

function untilReady(child: ChildProcess, { command, ready, startTimeoutMs = 30_000 }: ServerProcessOptions) {
  return new Promise<number>((resolve, reject) => {
    let output = '';
    const fail = (reason: string): void => reject(new Error(`${command} ${reason}\n${output}`));
    const timer = setTimeout(() => fail(`is not ready after ${startTimeoutMs} ms.`), startTimeoutMs);
    const read = (chunk: string): void => {
      // Later output is read too, so that the server does not block on a full pipe.
      output = (output + chunk).slice(-OUTPUT_KEPT);
      if (!ready.test(output) || child.pid === undefined) return;
      clearTimeout(timer);
      resolve(child.pid);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(error.message);
    });
    child.once('close', () => {
      clearTimeout(timer);
      fail('ended before it was ready.');
    });
  });
}

/** Nothing that would change a server's behaviour or lead it to the system's own. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
