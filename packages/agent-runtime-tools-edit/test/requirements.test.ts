import { describe, expect, it } from 'vitest';
import { inEveryFormat, inEveryHintedFormat, type FormattedEdit, type LineEdit } from './edit-formats.ts';
import { codeOf, temporaryEdit } from './temporary-edit.ts';

const path = 'src/file.ts';

interface Outcome {
  readonly format: string;
  readonly code: string;
  readonly text: string | undefined;
  readonly message: string;
}

/** Runs an edit in each format on a workspace of its own. */
async function outcomes(content: string, edits: readonly FormattedEdit[]): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const { format, tool, params } of edits) {
    const { run, text } = temporaryEdit({ [path]: content });
    const result = await run(tool, params);
    found.push({ format, code: codeOf(result), text: text(path), message: result.ok ? '' : result.error.message });
  }
  return found;
}

async function expectApplied(
  content: string,
  edit: LineEdit,
  expected: string,
  formats = inEveryFormat,
): Promise<void> {
  const all = await outcomes(content, formats(edit));
  expect(all.map(({ format, code, text }) => ({ format, code, text }))).toEqual(
    all.map(({ format }) => ({ format, code: 'ok', text: expected })),
  );
  expect(all.length).toBeGreaterThan(2);
}

async function expectRefused(content: string, edit: LineEdit, expected: string): Promise<Outcome[]> {
  const all = await outcomes(content, inEveryFormat(edit));
  expect(all.map(({ format, code, text }) => ({ format, code, text }))).toEqual(
    all.map(({ format }) => ({ format, code: expected, text: content })),
  );
  expect(all).toHaveLength(5);
  return all;
}

describe('an edit, in every format', () => {
  it('keeps CRLF', async () => {
    await expectApplied(
      'one\r\ntwo\r\nthree\r\n',
      { path, before: ['two'], after: ['2a', '2b'], line: 2 },
      'one\r\n2a\r\n2b\r\nthree\r\n',
    );
  });

  it('keeps mixed endings', async () => {
    await expectApplied(
      'one\r\ntwo\nthree\r\nfour\n',
      { path, before: ['three'], after: ['3'], line: 3 },
      'one\r\ntwo\n3\r\nfour\n',
    );
  });

  it('keeps the byte order mark', async () => {
    await expectApplied('\ufeffone\ntwo\n', { path, before: ['one'], after: ['1'], line: 1 }, '\ufeff1\ntwo\n');
  });

  it('keeps that there is no final newline', async () => {
    await expectApplied('one\ntwo\nthree', { path, before: ['two'], after: ['2'], line: 2 }, 'one\n2\nthree');
    await expectApplied('one\ntwo\nthree', { path, before: ['three'], after: ['3'], line: 3 }, 'one\ntwo\n3');
  });

  it('refuses a duplicate target with the line numbers', async () => {
    const content = ['start', 'call(item);', 'a', 'b', 'c', 'd', 'e', 'call(item);', 'end', ''].join('\n');
    // A hint right between the two decides nothing.
    const edit = { path, before: ['call(item);'], after: ['call(other);'], line: 5 };
    for (const { format, message } of await expectRefused(content, edit, 'EDIT_AMBIGUOUS')) {
      expect(message, format).toMatch(/\b2\b/);
      expect(message, format).toMatch(/\b8\b/);
    }
  });

  it('refuses when only a similar line exists', async () => {
    const content = 'import x\nconst total = computeTotal(items, taxRate);\nexport y\n';
    const edit = {
      path,
      before: ['const total = computeTotal(orders, discount);'],
      after: ['const total = 0;'],
      line: 2,
    };
    for (const { format, message } of await expectRefused(content, edit, 'EDIT_NO_MATCH')) {
      expect(message, format).toContain('computeTotal(items, taxRate)');
      expect(message, format).not.toContain('export y');
    }
  });

  it('refuses a stale middle with equal first and last line', async () => {
    const content = [
      'function price(item) {',
      '  const base = lookUp(item.id);',
      '  if (base === undefined) throw new Error("unknown");',
      '  return round(base * 1.2);',
      '}',
      '',
    ].join('\n');
    const before = [
      'function price(item) {',
      '  const amount = item.price;',
      '  log("price", amount);',
      '  return amount;',
      '}',
    ];
    await expectRefused(
      content,
      { path, before, after: ['function price(item) {', '  return item.price;', '}'], line: 1 },
      'EDIT_NO_MATCH',
    );
  });

  it('rebases a search whose indentation is shifted', async () => {
    const content = [
      'class A {',
      '    run() {',
      '        if (ready) {',
      '            start();',
      '        }',
      '    }',
      '}',
      '',
    ].join('\n');
    await expectApplied(
      content,
      {
        path,
        before: ['if (ready) {', '    start();', '}'],
        after: ['if (ready) {', '    prepare();', '    start();', '}'],
        line: 3,
      },
      content.replace('            start();', '            prepare();\n            start();'),
    );
  });

  it('takes content that contains =======', async () => {
    await expectApplied(
      'Title\n=======\ntext\n',
      { path, before: ['Title', '======='], after: ['Other', '=======', '<<<<<<< SEARCH', '>>>>>>> REPLACE'], line: 1 },
      'Other\n=======\n<<<<<<< SEARCH\n>>>>>>> REPLACE\ntext\n',
    );
  });

  it('is applied although its hint is off by 60 lines, where the text is unique', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`);
    const expected = [...lines.slice(0, 119), 'changed', ...lines.slice(120), ''].join('\n');
    await expectApplied(
      `${lines.join('\n')}\n`,
      { path, before: ['line 120'], after: ['changed'], line: 60 },
      expected,
      inEveryHintedFormat,
    );
  });

  it('keeps trailing spaces of the replacement', async () => {
    await expectApplied(
      'one\ntwo\nthree\n',
      { path, before: ['two'], after: ['two  ', '\t', 'x \t'], line: 2 },
      'one\ntwo  \n\t\nx \t\nthree\n',
    );
  });

  it('takes $& in the replacement literally', async () => {
    const after = ["$& $1 $$ $` $' $<name>"];
    await expectApplied('one\ntwo\n', { path, before: ['two'], after, line: 2 }, `one\n${after[0]}\n`);
  });
});
