import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyHunks } from '../../src/engine/apply-hunks.ts';
import type { Hunk } from '../../src/engine/hunk.ts';

const line = fc.oneof(
  fc.constantFrom('', '  ', '}', '\t}', 'a', 'if (x) {', '  return y;', '\u201cq\u201d', '$&', 'end  '),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\r\n\ufeff]/g, '_')),
);
const lines = fc.array(line, { maxLength: 12 });
const join = (list: readonly string[], end = '\n'): string => list.map((each) => each + end).join('');

describe('applyHunks', () => {
  it('makes b of a, byte for byte, from a hunk of the whole of both', () => {
    fc.assert(
      fc.property(lines, lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), (a, b, end, mark) => {
        fc.pre(a.length > 0 && join(a) !== join(b));
        const bom = mark ? '\ufeff' : '';
        const result = applyHunks(bom + join(a, end), [{ before: join(a), after: join(b), wholeLines: true }]);
        if (result.ok) expect(result.text).toBe(bom + join(b, end));
        else expect(result.hunks[0]?.status).toMatch(/already_applied|ambiguous|unclear/);
      }),
    );
  });

  it('changes a part in the middle to exactly what is asked for, or refuses', () => {
    fc.assert(
      fc.property(lines, lines, lines, lines, (head, before, after, tail) => {
        // Among lines with spaces, new ones with tabs get the file's indentation.
        fc.pre(![head, before, after, tail].flat().some((each) => each.includes('\t')));
        fc.pre(before.length > 0 && join(before) !== join(after));
        const hunk: Hunk = { before: join(before), after: join(after), wholeLines: true, line: head.length + 1 };
        const result = applyHunks(join([...head, ...before, ...tail]), [hunk]);
        if (result.ok) expect(result.text).toBe(join([...head, ...after, ...tail]));
        else expect(result.hunks[0]?.status).toMatch(/already_applied|unclear/);
      }),
    );
  });

  it('replaces unique text inside a line by exactly what is asked for, or refuses', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string(), (head, before, after, tail) => {
        const text = head + before + tail;
        fc.pre(
          !/[\r\ufeff]/.test(text + after) && before !== after && text.indexOf(before) === text.lastIndexOf(before),
        );
        const result = applyHunks(text, [{ before, after, wholeLines: false }]);
        if (result.ok) expect(result.text).toBe(text.replace(before, () => after));
        else expect(result.hunks[0]?.status).toMatch(/already_applied|unclear/);
      }),
    );
  });

  it('never throws, and reports every hunk', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab{}\t \n\r\ufeff\u201c\u2026\u00a0\u0000\\$', '\ud800', '\u{1f600}') }),
      lines.map((list) => join(list)),
      lines.map((list) => list.join('\r')),
    );
    const hunk = fc.record(
      {
        before: text,
        after: text,
        wholeLines: fc.boolean(),
        line: fc.integer(),
        anchors: lines,
        atEnd: fc.boolean(),
        all: fc.boolean(),
      },
      { requiredKeys: ['before', 'after', 'wholeLines'] },
    );
    fc.assert(
      fc.property(text, fc.array(hunk, { maxLength: 4 }), fc.boolean(), (file, hunks, ordered) => {
        const result = applyHunks(file, hunks, { ordered });
        expect(result.hunks.map(({ index }) => index)).toEqual(hunks.map((_, index) => index));
        expect(result.hunks.every(({ status }) => status === 'applied')).toBe(result.ok);
      }),
    );
  });
});
