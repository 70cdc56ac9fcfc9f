import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerOptions } from './messages.ts';

/** A worker of the benchmark in a process of its own. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Set<(message: WorkerMessage) => void>();

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: WorkerMessage) => {
      for (const listener of this.#waiting) listener(message);
    });
  }

  static async start(options: WorkerOptions): Promise<WorkerProcess> {
    const file = fileURLToPath(new URL('worker.ts', import.meta.url));
    const child = fork(file, [JSON.stringify(options)], { execArgv: ['--no-warnings'] });
    const worker = new WorkerProcess(child);
    await worker.next('ready');
    return worker;
  }

  /** The next message of this kind, about this call if one is named. */
  next<K extends WorkerMessage['kind']>(kind: K, id?: string): Promise<Extract<WorkerMessage, { kind: K }>> {
    return new Promise((resolve) => {
      const listener = (message: WorkerMessage): void => {
        if (!isKind(message, kind) || (id !== undefined && !('id' in message && message.id === id))) return;
        this.#waiting.delete(listener);
        resolve(message);
      };
      this.#waiting.add(listener);
    });
  }

  async cpuMs(): Promise<number> {
    const answer = this.next('cpu');
    this.#child.send('cpu');
    return (await answer).ms;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

function isKind<K extends WorkerMessage['kind']>(
  message: WorkerMessage,
  kind: K,
): message is Extract<WorkerMessage, { kind: K }> {
  return message.kind === kind;
}
