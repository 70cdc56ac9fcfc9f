import { describe, expect, it } from 'vitest';
import {
  parseCargoReport,
  parseGoReport,
  parseJestReport,
  parseJunitReport,
  parseMochaReport,
} from '../../src/run-tests/parse-reports.ts';

describe('parseGoReport', () => {
  it('reads the events of tests and of packages that do not compile', () => {
    const events = [
      { Action: 'run', Package: 'x/a', Test: 'TestOne' },
      { Action: 'pass', Package: 'x/a', Test: 'TestOne' },
      { Action: 'output', Package: 'x/a', Test: 'TestTwo', Output: 'a_test.go:7: wrong\n' },
      { Action: 'fail', Package: 'x/a', Test: 'TestTwo' },
      { Action: 'fail', Package: 'x/a' },
      { Action: 'skip', Package: 'x/a', Test: 'TestThree' },
      { Action: 'output', Package: 'x/b', Output: 'syntax error\n' },
      { Action: 'fail', Package: 'x/b' },
    ];
    expect(parseGoReport(events.map((event) => JSON.stringify(event)).join('\n'))).toEqual({
      total: 4,
      passed: 1,
      skipped: 1,
      failed: [
        { name: 'TestTwo', file: 'x/a', message: 'a_test.go:7: wrong' },
        { name: 'the package itself', file: 'x/b', message: 'syntax error' },
      ],
    });
    expect(parseGoReport('no such file')).toBeUndefined();
  });
});

describe('parseCargoReport', () => {
  it('reads the lines of several binaries and the messages of failures', () => {
    const text = `running 2 tests
test tests::adds ... ok
test tests::fails ... FAILED

failures:

---- tests::fails stdout ----
assertion failed: 2 == 3

failures:
    tests::fails

test result: FAILED. 1 passed; 1 failed

running 1 test
test slow ... ignored
`;
    expect(parseCargoReport(text)).toEqual({
      total: 3,
      passed: 1,
      skipped: 1,
      failed: [{ name: 'tests::fails', message: 'assertion failed: 2 == 3' }],
    });
    expect(parseCargoReport('error: could not compile')).toBeUndefined();
  });
});

describe('reports that are damaged', () => {
  it('are no reports', () => {
    for (const text of ['', '{', '[]', 'null', '{"numTotalTests":"x"}', '<a', '{"stats":3}']) {
      expect(parseJestReport(text)).toBeUndefined();
      expect(parseMochaReport(text)).toBeUndefined();
    }
    expect(parseJunitReport('not xml')).toBeUndefined();
  });

  it('are read as far as they go if XML was cut off', () => {
    const text =
      '<testsuites><testsuite name="a"><testcase name="one"/><testcase name="two"><failure message="no">stack</failure></testcase><testcase na';
    expect(parseJunitReport(text)).toEqual({
      total: 2,
      passed: 1,
      skipped: 0,
      failed: [{ name: 'a two', message: 'stack' }],
    });
  });

  it('have bounded messages', () => {
    const text = `<testsuites><testcase name="x"><failure>${'y'.repeat(10_000)}</failure></testcase></testsuites>`;
    expect(parseJunitReport(text)?.failed[0]?.message?.length).toBeLessThan(4100);
  });
});
