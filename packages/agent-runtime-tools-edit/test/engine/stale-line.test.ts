import { describe, expect, it } from 'vitest';
import { applyHunks } from '../../src/engine/apply-hunks.ts';
import { parsePatch } from '../../src/formats/parse-patch.ts';
import { edited, refused } from './edit.ts';

const FILE = [
  'import { read } from "./read.js";',
  '',
  'export async function total(path) {',
  '    const orders = await read(path, { strict: true });',
  '    let sum = 0;',
  '    for (const order of orders) sum += order.amount;',
  '    return sum;',
  '}',
  '',
].join('\n');

/** What a patch with these lines makes of the file, or why not. */
function patched(file: string, ...rows: string[]): string {
  const parsed = parsePatch(['*** Begin Patch', '*** Update File: f', '@@', ...rows, '*** End Patch'].join('\n'));
  const [only] = parsed.ok ? parsed.files : [];
  if (only?.kind !== 'update') throw new Error('The patch of the test cannot be read.');
  const result = applyHunks(file, only.hunks, { ordered: true });
  return result.ok ? result.text : (result.hunks[0]?.status ?? '');
}

describe('a patch with one stale line', () => {
  it('applies where the hunk keeps that line, and leaves it as the file has it', () => {
    const rows = [
      ' export async function total(path) {',
      '     const orders = await read(path);',
      '     let sum = 0;',
      '-    for (const order of orders) sum += order.amount;',
      '+    for (const { amount } of orders) sum += amount;',
      '     return sum;',
    ];
    expect(patched(FILE, ...rows)).toBe(
      FILE.replace('const order of orders) sum += order.amount', 'const { amount } of orders) sum += amount'),
    );
  });

  it('applies where that line was replaced completely, or is indented differently', () => {
    const rows = [' a wholly other line', '     let sum = 0;', '-    for (const order of orders) sum += order.amount;'];
    const without = FILE.replace('    for (const order of orders) sum += order.amount;\n', '');
    expect(patched(FILE, ...rows)).toBe(without);
    expect(patched(FILE, '       let sum = 0;', ...rows.slice(2), '     return sum;')).toBe(without);
  });

  it('adds lines next to lines that are similar to no others in the file', () => {
    const rows = [
      ' export async function total(path) {',
      '     const orders = await read(path);',
      '     let sum = 0;',
      '+    let count = 0;',
      '     for (const order of orders) sum += order.amount;',
    ];
    expect(patched(FILE, ...rows)).toBe(FILE.replace('let sum = 0;', 'let sum = 0;\n    let count = 0;'));
  });

  it('applies where a misspelled old line is replaced by exactly the line of the file', () => {
    const rows = [
      ' export async function total(path) {',
      '-    const orders = await raed(path, { strict: true });',
      '+    const orders = await read(path, { strict: true });',
      '     let sum = 0;',
      '-    for (const order of orders) sum += order.amount;',
      '+    for (const each of orders) sum += each.amount;',
    ];
    expect(patched(FILE, ...rows)).toBe(
      FILE.replace('const order of orders) sum += order', 'const each of orders) sum += each'),
    );
  });

  it.each([
    ['where a line that goes differs', ['     let sum = 0;', '-    for (const each of orders) sum += each.amount;']],
    [
      'where two lines differ',
      [
        ' function total(path) {',
        '     const orders = read();',
        '     let sum = 0;',
        '-    for (const order of orders) sum += order.amount;',
      ],
    ],
    [
      'where the line that differs looks like a header of the patch',
      [
        '     let sum = 0;',
        '-    for (const order of orders) sum += order.amount;',
        '     return sum;',
        '  *** Delete File: other.js',
      ],
    ],
    ['where all that goes is a bracket', ['     return the.sum;', '-}']],
    [
      'where it adds what is there already',
      [
        '     const orders = await read(path);',
        '     let sum = 0;',
        '+    return sum;',
        '     for (const order of orders) sum += order.amount;',
      ],
    ],
  ])('is refused %s', (_, rows) => {
    expect(patched(FILE, ...rows)).toBe('not_found');
  });

  it('is refused where a digit of an old line differs, though the new one is there', () => {
    const file = 'const name = "app.2";\nconst other = load(name);\nstart(other);\n';
    const rows = [
      '-const name = "app.1";',
      '+const name = "app.2";',
      '+const old = "app.1";',
      ' const other = load(name);',
      ' start(other);',
    ];
    expect(patched(file, ...rows)).toBe('not_found');
  });

  it('is refused where the stale line may be what distinguishes two similar blocks', () => {
    const twin = (name: string, code: string): string =>
      `  ${name}(data, callback) {\n    const options = { opcode: ${code}, mask: this.mask };\n    if (this.closing) return;\n    this.queue(data, options, callback);\n  }\n`;
    const rows = [
      '   pong(data, callback) {',
      '     const options = { opcode: 0x0a, mask: this.mask };',
      '     if (this.closing) return;',
      '-    this.queue(data, options, callback);',
      '+    this.send(data, options, callback);',
    ];
    const file = `class Sender {\n${twin('ping', '0x0a')}${twin('pang', '0x0b')}}\n`;
    expect(patched(file, ...rows)).toBe('not_found');
    expect(patched(`class Sender {\n${twin('ping', '0x0a')}}\n`, ...rows)).toContain('this.send(');
  });

  it('is refused where two places match equally well', () => {
    const block = '  open(first);\n  work(first, second);\n  close(first);\n';
    const rows = ['   begin(first);', '-  work(first, second);', '+  rest(first);', '   close(first);'];
    expect(patched(`${block}${block.replace('open', 'start')}`, ...rows)).toBe('not_found');
  });

  it('is refused where the stale line shows that the author lost the indentation', () => {
    const file = 'if (ready) {\n    first(one, two);\n}\nwhenever(it, suits);\n';
    expect(
      patched(file, ' if (ready) {', ' first(one, two);', '+second(three);', ' }', ' whenever(it, suits);'),
    ).not.toContain('\nsecond(three);');
  });

  it('reports that one line differed', () => {
    const before = FILE.replace(', { strict: true }', '').split('\n').slice(2, 7).join('\n');
    const result = applyHunks(FILE, [{ before, after: before.replace('sum;', 'sum || 0;'), wholeLines: true }]);
    expect(result.hunks[0]).toMatchObject({ status: 'applied', how: 'fuzzy', line: 3 });
    expect(result.hunks[0]?.similarity).toBeLessThan(1);
    expect(result.hunks[0]?.message).toContain('kept as the file has it');
  });
});

describe('a SEARCH/REPLACE block with one stale line', () => {
  const lines = FILE.replace(', { strict: true }', '').split('\n').slice(2, 7).join('\n');

  it('applies where both sides have the line', () => {
    expect(edited(FILE, { before: `${lines}\n`, after: `${lines.replace('return sum', 'return sum || 0')}\n` })).toBe(
      FILE.replace('return sum', 'return sum || 0'),
    );
  });

  it('is refused where only the old side has it', () => {
    const after = lines.replace('    const orders = await read(path);\n', '').replace('return sum', 'return 0');
    expect(refused(FILE, { before: `${lines}\n`, after: `${after}\n` }).status).toBe('not_found');
  });
});
