import { describe, expect, it } from 'vitest';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { valueLines } from '../../src/call/value-lines.ts';

const plain = paintFor({ hasColour: false });
const coloured = paintFor({ hasColour: true });

describe('valueLines', () => {
  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a\r\nb', ['a', 'b']],
    ['', []],
  ])('shows the text %j line by line', (text, lines) => {
    expect(valueLines([{ type: 'text', text }], plain)).toEqual(lines);
  });

  it('shows data field by field, and long texts as blocks', () => {
    const value = {
      count: 2,
      ok: true,
      note: 'one line',
      text: 'two\nlines',
      list: [1, 2],
      nothing: null,
      'odd\nkey': '',
    };
    expect(valueLines([{ type: 'json', value }], plain)).toEqual([
      'count: 2',
      'ok: true',
      'note: one line',
      'text:',
      '  two',
      '  lines',
      'list: [1,2]',
      'nothing: null',
      String.raw`odd\nkey: `,
    ]);
  });

  it.each([
    [[1, 2], ['[1,2]']],
    [{}, ['{}']],
    [null, ['null']],
    [7, ['7']],
  ])('shows %j as JSON', (value, lines) => {
    expect(valueLines([{ type: 'json', value }], plain)).toEqual(lines);
  });

  it('shows long data over several lines', () => {
    expect(
      valueLines([{ type: 'json', value: { list: Array.from({ length: 40 }, (_, index) => index * 1000) } }], plain)
        .length,
    ).toBeGreaterThan(40);
  });

  it('colours a diff', () => {
    const diff = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n';
    const lines = valueLines([{ type: 'json', value: { diff } }], coloured).join('\n');
    expect(lines).toContain('\u001B[31m-old\u001B[39m');
    expect(lines).toContain('\u001B[32m+new\u001B[39m');
    expect(lines).toContain('\u001B[1m--- a\u001B[22m');
    expect(valueLines([{ type: 'text', text: '- a list\n+ not a diff' }], coloured)).toEqual([
      '- a list',
      '+ not a diff',
    ]);
  });
});
