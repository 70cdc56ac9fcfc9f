import { fork } from 'node:child_process';
import { errorSummary } from './error-summary.ts';

/** The message of a worker process to its parent. */
export type Answer = { readonly value: unknown } | { readonly failure: string };

export interface WorkerRun {
  readonly answer: Answer;
  /** From the answer to the end of the process; undefined if it had to be killed. */
  readonly exitMs: number | undefined;
}

export interface WorkerOptions {
  readonly timeoutMs: number;
  /** How long the process may take to end by itself after its answer, before it is killed. */
  readonly exitMs: number;
}

/** Runs a module in a new process until it has answered and ended. Never rejects. */
export function runWorker(
  file: URL,
  args: readonly string[],
  { timeoutMs, exitMs }: WorkerOptions,
): Promise<WorkerRun> {
  return new Promise((resolve) => {
    const child = fork(file, [...args], { env: workerEnvironment(), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let answer: Answer | undefined;
    let answeredAt = 0;
    let killed = false;
    let errors = '';
    const kill = (): void => {
      killed = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(kill, timeoutMs);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    child.on('message', (message) => {
      answer = isAnswer(message) ? message : { failure: 'the process gave no answer that can be read' };
      answeredAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(kill, exitMs);
    });
    child.on('error', (error) => {
      answer ??= { failure: errorSummary(error) };
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const fallback = killed
        ? `no answer within ${timeoutMs / 1000} s`
        : `the process ended (${signal ?? code}) ${errorSummary(errors)}`;
      resolve({
        answer: answer ?? { failure: fallback.trim() },
        exitMs: killed ? undefined : performance.now() - answeredAt,
      });
    });
  });
}

/** Runs in the worker: sends the value of `work`, or the reason of its failure, to the parent and disconnects. */
export async function answerParent(work: () => Promise<unknown>): Promise<void> {
  let answer: Answer;
  try {
    answer = { value: await work() };
  } catch (error) {
    answer = { failure: errorSummary(error) };
  }
  process.send?.(answer, () => process.disconnect());
}

/** All libraries run in production mode and report to no service. */
function workerEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    LANGSMITH_TRACING: 'false',
    LANGCHAIN_TRACING_V2: 'false',
    MASTRA_TELEMETRY_DISABLED: '1',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
  };
}

function isAnswer(message: unknown): message is Answer {
  if (typeof message !== 'object' || message === null) return false;
  return 'value' in message || ('failure' in message && typeof message.failure === 'string');
}
