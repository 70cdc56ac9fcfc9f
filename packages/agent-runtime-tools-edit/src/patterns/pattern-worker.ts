import { parentPort } from 'node:worker_threads';
import { compilePattern } from './compile-pattern.ts';
import type { PatternAnswer, PatternJob } from './pattern-job.ts';
import { replaceAll } from './replace-all.ts';

// Runs as a worker thread, which is terminated when a pattern does not end.
parentPort?.on('message', (job: PatternJob) => parentPort?.postMessage(answer(job), []));
parentPort?.postMessage({ kind: 'ready' } satisfies PatternAnswer, []);

function answer(job: PatternJob): PatternAnswer {
  try {
    return replace(job);
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
}

function replace({ text, pattern, replacement, maxChars }: PatternJob): PatternAnswer {
  const replaced = replaceAll(text, compilePattern(pattern), replacement, { references: true, maxChars });
  return replaced === undefined ? { kind: 'too-large' } : { kind: 'replaced', ...replaced };
}
