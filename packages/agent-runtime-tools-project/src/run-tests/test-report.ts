/** One test that failed. */
export interface FailedTest {
  name: string;
  /** As the runner names it. */
  file?: string;
  message?: string;
}

/** What a runner reported. */
export interface TestReport {
  total: number;
  passed: number;
  skipped: number;
  failed: FailedTest[];
}

/** Adds up reports of parts. */
export function emptyReport(): TestReport {
  return { total: 0, passed: 0, skipped: 0, failed: [] };
}

/** Adds one test to a report. Messages and lists are bounded: a report is written by the tests themselves. */
export function addTest(
  report: TestReport,
  outcome: 'passed' | 'failed' | 'skipped',
  test: { readonly name: string; readonly file?: string | undefined; readonly message?: string | undefined },
): void {
  report.total += 1;
  if (outcome === 'passed') report.passed += 1;
  else if (outcome === 'skipped') report.skipped += 1;
  else addFailure(report, test);
}

function addFailure(
  report: TestReport,
  {
    name,
    file,
    message,
  }: { readonly name: string; readonly file?: string | undefined; readonly message?: string | undefined },
): void {
  const text = message?.replaceAll(RUNNER_FRAME, '').trim() ?? '';
  report.failed.push({
    name: name.slice(0, MAX_NAME_CHARS),
    ...(file !== undefined && file !== '' && { file: file.slice(0, MAX_NAME_CHARS) }),
    ...(text !== '' && { message: text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)} ...` : text }),
  });
}

/** Lines of a stack that lie in the runner or in Node itself. */
const RUNNER_FRAME = /^[ \t]+at [^\n]*(?:\/node_modules\/|[( ]node:)[^\n]*\n?/gm;

const MAX_NAME_CHARS = 1000;
const MAX_MESSAGE_CHARS = 4000;
