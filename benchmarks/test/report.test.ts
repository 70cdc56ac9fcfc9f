import { describe, expect, it } from 'vitest';
import type { BenchResults } from '../src/bench-results.ts';
import { renderReport, renderTables } from '../src/report.ts';
import { call, failedCall, imported, importTarget, results, throughputRow } from './sample-results.ts';

describe('the report', () => {
  it('has one line for each case with times, ratios, the load and the answer to invalid input', () => {
    const text = renderTables(results({ calls: [call('ours/full', 'our-full', 10.04)] }));
    expect(text).toContain(
      '| ours/full | the case ours/full | 1,004 | 904 | 1,104 | 10.0 | 9.0 | 0.10 | 1.50 | throws | a note |',
    );
  });

  it('compares bare calls with bare calls and full calls with full calls, fastest first', () => {
    const calls = [
      call('ours/full', 'our-full', 20),
      call('a/loop', 'peer-full', 500),
      call('a/call', 'peer-bare', 30),
      call('ours/bare', 'our-bare', 10),
      call('b/call', 'peer-bare', 5),
      failedCall('c/call'),
    ];
    const text = renderTables(results({ calls }));
    expect(idsIn(text, 'Bare calls')).toEqual(['b/call', 'ours/bare', 'a/call', 'c/call']);
    expect(idsIn(text, 'Full calls')).toEqual(['ours/full', 'a/loop']);
  });

  it('shows a case that could not be measured, with the reason', () => {
    const imports = [{ ...importTarget('import/mastra', 'peer'), failure: 'Cannot find package' }];
    const text = renderTables(results({ calls: [failedCall('mastra/call')], imports }));
    expect(text).toMatch(/^\| mastra\/call \| .* \| not measured: it does not load \|$/m);
    expect(text).toMatch(/^\| import\/mastra \| .* \| not measured: Cannot find package \|$/m);
  });

  it('has as many cells in every line as in the head', () => {
    const calls = [call('ours/full', 'our-full', 10), failedCall('mastra/call')];
    const imports = [
      imported('import/core', 'ours', 20),
      { ...importTarget('import/mastra', 'peer'), failure: 'Cannot find package' },
    ];
    const measured: BenchResults = results({ calls, imports, throughput: throughputRow() });
    const tables = renderReport(measured)
      .split('\n\n')
      .filter((block) => block.startsWith('|'));
    expect(tables.length).toBeGreaterThan(4);
    for (const table of tables) {
      const widths = table
        .trim()
        .split('\n')
        .map((line) => line.split(' | ').length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it('names the processor, the version of Node and the load of the machine', () => {
    expect(renderReport(results({}))).toContain('Node v24.0.0, a processor, 2 cores, load 0.00 before and 1.00 after');
  });
});

/** The ids in the table of one section, in their order. */
function idsIn(text: string, title: string): string[] {
  const section = text.split('## ').find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^\| ([a-z]+\/[a-z-]+) \|/gm)].map(([, id = '']) => id);
}
