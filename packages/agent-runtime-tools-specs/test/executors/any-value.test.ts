import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommandWords } from '../../src/executors/shell/command-words.ts';
import { renderArguments } from '../../src/executors/shell/render-arguments.ts';
import { positionalValues, readShellLine } from '../../src/executors/shell/shell-line.ts';
import { readUrlTemplate } from '../../src/executors/http/url-template.ts';

const declared = new Set(['v']);
const options = { allowLeadingDash: declared };
/** Any text that an argument can be. */
const value = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((text) => !text.includes('\0') && text.isWellFormed());

describe('any value', () => {
  it('is one argument of a command, as it is', () => {
    const words = readCommandWords('run {v} "a {v}" --x={v}', declared);
    fc.assert(
      fc.property(value, (v) => {
        expect(renderArguments(words, { v }, options)).toEqual(['run', v, `a ${v}`, `--x=${v}`]);
      }),
    );
  });

  it('is one word of a real shell, as it is', () => {
    const line = readShellLine(String.raw`printf '%s\0' {v} "<{v}>" '<{v}>' a{v}b`, declared);
    fc.assert(
      fc.property(value, (v) => {
        const args = ['-c', line.script, 'sh', ...positionalValues(line, { v }, options)];
        const printed = execFileSync('sh', args, { encoding: 'utf8' });
        expect(printed.split('\0')).toEqual([v, `<${v}>`, `<${v}>`, `a${v}b`, '']);
      }),
      { numRuns: 50 },
    );
  });

  it('stays in its place of an address', () => {
    const template = readUrlTemplate('https://example.com/a/{v}/b', { q: '{v}' }, declared);
    fc.assert(
      fc.property(
        value.filter((v) => v !== '' && v !== '.' && v !== '..'),
        (v) => {
          const url = template.render({ v });
          expect(url.host).toBe('example.com');
          expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', v, 'b']);
          expect([...url.searchParams]).toEqual([['q', v]]);
          expect(url.hash).toBe('');
        },
      ),
    );
  });
});
