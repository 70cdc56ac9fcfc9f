import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorMessage } from '@ku0/agent-runtime-tools-core';

export type ConversionJob =
  | { readonly kind: 'markdown' | 'text'; readonly html: string; readonly url: string }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array };

export type ConversionResult =
  | { readonly ok: true; readonly text: string; readonly title?: string | undefined }
  | { readonly ok: false; readonly reason: string };

/**
 * Converts a document in a thread of its own, which is ended when it takes too long, needs too much memory, or the signal
 * fires. Rejects only with the reason of the signal.
 */
export async function convertDocument(
  job: ConversionJob,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: { readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<ConversionResult> {
  signal.throwIfAborted();
  const file = new URL(`./convert-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise<ConversionResult>((resolve, reject) => {
      const timer = setTimeout(() => resolve(failed(`it took longer than ${timeoutMs} ms`)), timeoutMs);
      const onAbort = (): void => reject(signal.reason as Error);
      const settle = (result: ConversionResult): void => resolve(result);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.once('message', settle);
      worker.once('error', (error) => resolve(failed(errorMessage(error))));
      worker.once('exit', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        resolve(failed('the thread ended'));
      });
      worker.postMessage(job, []);
    });
  } finally {
    await worker.terminate();
  }
}

const DEFAULT_TIMEOUT_MS = 10_000;

function failed(reason: string): ConversionResult {
  return { ok: false, reason };
}
