/**
 * @typedef {object} TestCounts
 * @property {number} passed
 * @property {number} failed Failed tests, and files, suites and other errors without a failed test.
 * @property {SkippedTest[]} skipped
 */

/**
 * @typedef {object} SkippedTest
 * @property {string} file
 * @property {string} name
 * @property {string} [reason]
 */

const MAX_LISTED = 30;

/**
 * The last lines of a test run: the skipped tests, files left behind, and the counts.
 * @param {TestCounts | undefined} counts Undefined if the run ended early, which counts as one failure.
 * @param {readonly string[]} [leftovers] Files that tests left in the temporary folder. In CI, they count as one failure.
 * @param {Record<string, string | undefined>} [environment]
 */
export function closingLines(counts, leftovers = [], environment = process.env) {
  const { passed, failed: failedTests, skipped } = counts ?? { passed: 0, failed: 1, skipped: [] };
  const failed = failedTests + (leftovers.length > 0 && environment['CI'] ? 1 : 0);
  const left = leftovers.length === 0 ? [] : [`Left in the temporary folder: ${leftovers.toSorted().join(', ')}`, ''];
  const counted = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  return { failed, lines: ['', ...skippedLines(skipped), ...left, counted] };
}

/** @param {readonly SkippedTest[]} skipped */
function skippedLines(skipped) {
  if (skipped.length === 0) return [];
  const lines = skipped.length > MAX_LISTED ? perFile(skipped) : skipped.map(asLine);
  return ['Skipped:', ...lines.map((line) => `  ${line}`), ''];
}

/** @param {SkippedTest} test */
function asLine({ file, name, reason }) {
  return `${file} > ${name}${reason ? ` (${reason})` : ''}`;
}

/** @param {readonly SkippedTest[]} skipped */
function perFile(skipped) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { file } of skipped) files.set(file, (files.get(file) ?? 0) + 1);
  return [...files].map(([file, count]) => `${file}: ${count} ${count === 1 ? 'test' : 'tests'}`);
}
