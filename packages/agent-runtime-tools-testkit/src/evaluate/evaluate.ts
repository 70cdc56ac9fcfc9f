import type { ContentPart, ExecuteOptions, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { DatasetEntry } from './dataset-entry.ts';
import { evaluationReport, type CaseOutcome, type EvaluationReport } from './evaluation-report.ts';
import { expectationFailure } from './expectation-failure.ts';
import { readDataset, type Dataset } from './read-dataset.ts';

export interface EvaluateOptions {
  /** How many cases run at the same time. Default 4. */
  readonly concurrency?: number;
  /** Cancels the running calls and starts no more. */
  readonly signal?: AbortSignal;
  /** Options for every call, such as `cwd`, `timeoutMs` and `principal`. */
  readonly call?: Omit<ExecuteOptions, 'callId' | 'signal' | 'parent'>;
  /** Called as each case ends. */
  readonly onCase?: (outcome: CaseOutcome) => void;
}

/** The tools to evaluate: a coordinator or a view. */
export interface EvaluatedTools {
  execute(name: string, params: unknown, options?: ExecuteOptions): Promise<ToolResult>;
  toModelOutput(result: ToolResult): ContentPart[];
}

/**
 * Runs all cases of a dataset and reports which passed. An invalid entry counts as a failed case. Rejects with a DatasetError
 * if the dataset cannot be read at all.
 */
export async function evaluate(
  dataset: Dataset,
  tools: EvaluatedTools,
  options: EvaluateOptions = {},
): Promise<EvaluationReport> {
  const { concurrency = 4, signal, onCase } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(`concurrency must be a whole number above 0, not ${concurrency}.`);
  }
  const stop = new AbortController();
  const stopped = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const entries = readDataset(dataset);
  const outcomes: CaseOutcome[] = [];
  let count = 0;
  const work = async (): Promise<void> => {
    while (!stopped.aborted) {
      // The number is taken before the entry is read, so that outcomes keep the order of the dataset.
      const place = count++;
      const next = await unlessStopped(entries.next(), stopped);
      if (next === undefined || next.done === true) return;
      const outcome = await outcomeOf(next.value, tools, { ...options.call, signal: stopped });
      outcomes[place] = outcome;
      onCase?.(outcome);
    }
  };
  const workers = Array.from({ length: concurrency }, () => work().catch((error: unknown) => stopWith(stop, error)));
  const ends = await Promise.allSettled(workers);
  const cancelled = stopped.aborted;
  // A cancelled evaluation does not wait for a dataset that hangs.
  await unlessStopped(entries.return(), stopped);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return evaluationReport(
    outcomes.filter((outcome) => outcome !== undefined),
    { cancelled },
  );
}

async function outcomeOf(entry: DatasetEntry, tools: EvaluatedTools, call: ExecuteOptions): Promise<CaseOutcome> {
  if ('problem' in entry) return { id: entry.id, passed: false, reason: entry.problem, ms: 0 };
  const { tool, params = {}, expect = {}, tags } = entry.case;
  const result = await tools.execute(tool, params, call);
  const reason = expectationFailure(expect, result, tools.toModelOutput(result));
  return {
    id: entry.id,
    tool,
    ...(tags !== undefined && { tags }),
    passed: reason === undefined,
    ...(reason !== undefined && { reason }),
    ms: result.metadata.executionTimeMs,
  };
}

/** The value of a promise, or undefined as soon as the evaluation is stopped. */
async function unlessStopped<T>(promise: Promise<T>, stopped: AbortSignal): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const onAbort = (): void => resolve(undefined);
  if (stopped.aborted) onAbort();
  stopped.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopped.removeEventListener('abort', onAbort);
  }
}

/** Stops the other workers when one of them fails. */
function stopWith(stop: AbortController, error: unknown): never {
  stop.abort();
  throw error;
}
