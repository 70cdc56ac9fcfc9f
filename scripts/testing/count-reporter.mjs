import { writeFileSync } from 'node:fs';

/** @typedef {import('vitest/node').Reporter} Reporter */
/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * A vitest reporter that writes the counts to the file `TEST_COUNTS_FILE`. The process that started vitest prints them
 * after vitest has ended.
 * @implements {Reporter}
 */
export default class CountReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly unknown[]} strayErrors
   */
  onTestRunEnd(modules, strayErrors) {
    const file = process.env['TEST_COUNTS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(countTests(modules, strayErrors)));
  }
}

/**
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} strayErrors Errors outside of tests.
 * @returns {import('./closing-lines.mjs').TestCounts}
 */
function countTests(modules, strayErrors) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed:
      tests.filter((test) => test.result().state === 'failed').length +
      suites.filter((suite) => suite.errors().length > 0).length +
      strayErrors.length,
    skipped: tests.filter((test) => ['skipped', 'pending'].includes(test.result().state)).map(asSkipped),
  };
}

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {import('./closing-lines.mjs').SkippedTest}
 */
function asSkipped(test) {
  const result = test.result();
  const reason = result.state === 'skipped' ? result.note : undefined;
  return { file: test.module.relativeModuleId, name: test.fullName, ...(reason && { reason }) };
}
