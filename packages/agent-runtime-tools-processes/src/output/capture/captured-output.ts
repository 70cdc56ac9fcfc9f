import type { OutputStream, RunOptions } from '../../run-options.ts';
import type { RunResult } from '../../run-result.ts';
import { HeadAndTail } from './head-and-tail.ts';

/** The output that a result contains: each stream by itself and, if wanted, both in the order of arrival. */
export class CapturedOutput {
  readonly #streams: Readonly<Record<OutputStream, HeadAndTail>>;
  readonly #all: HeadAndTail | undefined;

  constructor(maxChars: number, { interleave }: Pick<RunOptions, 'interleave'>) {
    this.#streams = { stdout: new HeadAndTail(maxChars), stderr: new HeadAndTail(maxChars) };
    this.#all = interleave ? new HeadAndTail(maxChars) : undefined;
  }

  /** `text` must contain whole characters. It is copied. */
  push(stream: OutputStream, text: Buffer): void {
    this.#streams[stream].push(text);
    this.#all?.push(text);
  }

  finish(): Pick<RunResult, 'stdout' | 'stderr' | 'all' | 'truncated'> {
    const stdout = this.#streams.stdout.finish();
    const stderr = this.#streams.stderr.finish();
    const all = this.#all?.finish();
    return {
      stdout: stdout.text,
      stderr: stderr.text,
      ...(all && { all: all.text }),
      truncated: stdout.truncated || stderr.truncated || (all?.truncated ?? false),
    };
  }
}
