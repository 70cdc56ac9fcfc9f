/**
 * @typedef {object} TestCounts
 * @property {number} passed
 * @property {number} failed Tests, and besides them files, suites and stray errors that failed without one.
 * @property {SkippedTest[]} skipped
 */

/**
 * @typedef {object} SkippedTest
 * @property {string} file
 * @property {string} name
 * @property {string} [reason]
 */

const MOST_LISTED = 30;

/**
 * What a test run prints at its end: what was skipped, by name, and then the counted line.
 * @param {TestCounts | undefined} counts Undefined for a run that could not be counted: one failure.
 */
export function closingLines(counts) {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: [] };
  const counted = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  return { failed, lines: ['', ...skippedLines(skipped), counted] };
}

/** @param {readonly SkippedTest[]} skipped */
function skippedLines(skipped) {
  if (skipped.length === 0) return [];
  const lines = skipped.length > MOST_LISTED ? perFile(skipped) : skipped.map(asLine);
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
