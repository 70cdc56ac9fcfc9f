import { describe, expect, it } from 'vitest';
import { applyHunks } from '../src/matcher.ts';
import { searchReplace } from './edit-formats.ts';
import { codeOf, temporaryEdit } from './temporary-edit.ts';

/** 20,000 lines of functions that are much alike. */
const lines = Array.from({ length: 20_000 }, (_, index) => {
  if (index % 5 === 0) return `function handler${index}(request, response) {`;
  return index % 5 === 4 ? '}' : `    const value${index} = compute(request.body.field${index}, ${index * 7});`;
});
const text = `${lines.join('\n')}\n`;
const start = 12_000;
const wanted = lines.slice(start, start + 5);
const inexact = {
  'blanks at the ends': wanted.map((line) => `${line}  `),
  'another indentation': wanted.map((line) => `  ${line}`),
  'a typo in one of six lines': lines
    .slice(start, start + 6)
    .map((line, i) => (i === 2 ? line.replace('compute', 'compuet') : line)),
};

describe('an inexact hunk in a file of 20,000 lines', () => {
  it.each(Object.entries(inexact))('with %s is placed where it belongs, quickly', async (_what, before) => {
    const after = before.map((line, index) => (index === 1 ? line.replace('compute', 'obtain') : line));
    const { run, text: content } = temporaryEdit({ 'big.ts': text });
    const result = await run('apply_diff', { path: 'big.ts', diff: searchReplace({ path: '', before, after }) });
    expect(result).toMatchObject({
      ok: true,
      value: { files: [{ hunks: [{ line: start + 1 }], added: 1, removed: 1 }] },
    });
    expect(content('big.ts')).toBe(text.replace(`value${start + 1} = compute`, `value${start + 1} = obtain`));
    const hunk = { before: `${before.join('\n')}\n`, after: `${after.join('\n')}\n`, wholeLines: true };
    const times = Array.from({ length: 10 }, () => {
      const startedAt = performance.now();
      applyHunks(text, [hunk]);
      return performance.now() - startedAt;
    });
    // About 11 ms; the bound leaves room for a busy machine.
    expect(Math.min(...times)).toBeLessThan(100);
  });

  it('that is nowhere is refused with a short answer', async () => {
    const { run } = temporaryEdit({ 'big.ts': text });
    const before = wanted.map((line) => line.replace('compute', 'obtain').replace('request.body', 'input'));
    const result = await run('apply_diff', { path: 'big.ts', diff: searchReplace({ path: '', before, after: ['x'] }) });
    expect(codeOf(result)).toBe('EDIT_NO_MATCH');
    expect(!result.ok && JSON.stringify(result.error).length).toBeLessThan(8000);
  });
});
