import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withHiddenDescriptors } from '@ku0/agent-runtime-tools-processes';
import type { ParseAnswer, ParseRequest } from './parse-task.ts';

/**
 * One parser process. Parsers are native code that a deeply nested file can crash, so they run outside this process. A
 * process that crashed, took too long or was aborted is started again for the next request.
 */
export class ParserWorker {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** One request at a time. Undefined if the process crashed or took too long. Rejects when the signal fires. */
  async run(
    request: ParseRequest,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<ParseAnswer<unknown>[] | undefined> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    child.ref();
    child.channel?.ref();
    return await new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        child.unref();
        child.channel?.unref();
      };
      const onMessage = (answers: ParseAnswer<unknown>[]): void => {
        settle();
        this.#idle = setTimeout(() => this.stop(), IDLE_MS).unref();
        resolve(answers);
      };
      const onExit = (): void => {
        settle();
        this.stop();
        resolve(undefined);
      };
      const onAbort = (): void => {
        settle();
        this.stop();
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(onExit, timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
      child.send(request, (error) => {
        if (error !== null) onExit();
      });
    });
  }

  /** Starts the process ahead of the first request. It ends when none comes. */
  warmUp(): void {
    if (this.#child !== undefined) return;
    const child = (this.#child = this.#start());
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.stop(), IDLE_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const file = new URL(`./parser-process${extname(import.meta.url)}`, import.meta.url);
    const child = withHiddenDescriptors(['ignore', 'ignore', 'ignore', 'ipc'], (stdio) =>
      fork(fileURLToPath(file), [], {
        serialization: 'advanced',
        stdio,
        execArgv: ['--max-old-space-size=512'],
        env: {},
      }),
    );
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    return child;
  }
}

const IDLE_MS = 30_000;
