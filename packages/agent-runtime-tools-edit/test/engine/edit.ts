import { applyHunks, type ApplyHunksOptions } from '../../src/engine/apply-hunks.ts';
import type { Hunk, HunkReport } from '../../src/engine/hunk.ts';

type Request = Partial<Hunk> & Pick<Hunk, 'before' | 'after'>;

/** The text after hunks of whole lines; fails the test when they are refused. */
export function edited(text: string, hunks: Request | readonly Request[], options?: ApplyHunksOptions): string {
  const result = applyHunks(text, complete(hunks), options);
  if (!result.ok) throw new Error(result.hunks.map(({ status, message }) => `${status}: ${message}`).join('\n'));
  return result.text;
}

/** The report of the first hunk that was refused; fails the test when none was. */
export function refused(text: string, hunks: Request | readonly Request[], options?: ApplyHunksOptions): HunkReport {
  const result = applyHunks(text, complete(hunks), options);
  const report = result.ok ? undefined : result.hunks.find(({ status }) => status !== 'applied');
  if (!report) throw new Error('It was applied.');
  return report;
}

function complete(hunks: Request | readonly Request[]): Hunk[] {
  return [hunks].flat().map((hunk: Request) => ({ wholeLines: true, ...hunk }));
}
