import { Worker } from 'node:worker_threads';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { searchErrors } from '../errors.ts';
import type { Scan, ScanPlan } from './scan-text.ts';

/** Scans texts in a worker thread, which is terminated when a pattern takes too long. */
export class BackgroundScanner implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #ready: Promise<void>;

  constructor(plan: ScanPlan, { signal }: { signal: AbortSignal }) {
    const own = import.meta.url.endsWith('.ts') ? './scan-worker.ts' : './scan-worker.js';
    this.#worker = new Worker(new URL(own, import.meta.url), {
      workerData: { plan },
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    this.#worker.on('error', () => undefined);
    this.#ready = new Promise((resolve, reject) => {
      this.#worker.once('message', () => resolve());
      this.#worker.once('error', reject);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#ready.catch(() => undefined);
    this.#signal = signal;
  }

  /** One at a time. */
  async scan(bytes: Buffer): Promise<Scan> {
    await this.#ready;
    this.#signal.throwIfAborted();
    const limitMs = BASE_MS + bytes.length / BYTES_PER_MS;
    return await new Promise<Scan>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', abort);
        this.#worker.removeAllListeners('message');
        this.#worker.off('error', fail);
      };
      const fail = (reason: unknown): void => {
        settle();
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      };
      const abort = (): void => fail(this.#signal.reason);
      const timer = setTimeout(() => fail(new ToolFailure(searchErrors.PATTERN_TOO_SLOW())), limitMs);
      this.#signal.addEventListener('abort', abort, { once: true });
      this.#worker.once('error', fail);
      this.#worker.once('message', (scan: Scan) => {
        settle();
        resolve(scan);
      });
      const copy = new Uint8Array(bytes);
      this.#worker.postMessage(copy, [copy.buffer]);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

const BASE_MS = 2_000;
const BYTES_PER_MS = 10_000;
