import { describe, expect, it } from 'vitest';
import { enclosingBlock } from '../../src/read-file/enclosing-block.ts';
import { temporaryFiles, valueOf } from '../temporary-files.ts';

/** The lines of the block around the line that holds `anchor`. */
function block(text: string, anchor: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes(anchor));
  const { start, end } = enclosingBlock(lines, at);
  return lines.slice(start, end).join('\n');
}

const SCRIPT = `import a from 'a';

/** Adds. */
export function add(
  x: number,
  y: number,
): number {
  const sum = x + y;

  if (sum > 3) {
    log('big');
  } else {
    log('small');
  }
  return sum;
}

function other() {
  return 1;
}`;

const PYTHON = `import os

class Thing:
    """Doc."""

    @property
    def size(self):
        # why
        if self.x:
            return 1
        else:
            return 2

    def empty(self):
        pass

x = Thing()`;

const ALLMAN = `int main()
{
\tint a = 1;
\treturn a;
}

int other()
{
\treturn 2;
}`;

describe('the block around a line', () => {
  it('is a function with a signature of several lines, its comment and its end', () => {
    const whole = SCRIPT.split('\n').slice(2, 16).join('\n');
    expect(block(SCRIPT, 'const sum')).toBe(whole);
    expect(block(SCRIPT, 'return sum')).toBe(whole);
    expect(block(SCRIPT, 'export function add')).toBe(whole);
    expect(block(SCRIPT, '): number {')).toBe(whole);
  });

  it('is the innermost one, with all its branches', () => {
    const branches = SCRIPT.split('\n').slice(9, 14).join('\n');
    expect(block(SCRIPT, "log('big')")).toBe(branches);
    expect(block(SCRIPT, "log('small')")).toBe(branches);
    expect(block(SCRIPT, '} else {')).toBe(branches);
  });

  it('is found by indentation alone where there are no brackets', () => {
    expect(block(PYTHON, '# why')).toBe(PYTHON.split('\n').slice(5, 12).join('\n'));
    expect(block(PYTHON, 'return 2')).toBe(PYTHON.split('\n').slice(7, 12).join('\n'));
    expect(block(PYTHON, 'class Thing')).toBe(PYTHON.split('\n').slice(2, 15).join('\n'));
    expect(block(PYTHON, 'pass')).toBe('    def empty(self):\n        pass');
  });

  it('may have its brace on a separate line, and tabs', () => {
    expect(block(ALLMAN, 'int a')).toBe(ALLMAN.split('\n').slice(0, 5).join('\n'));
    expect(block(ALLMAN, 'int main')).toBe(ALLMAN.split('\n').slice(0, 5).join('\n'));
    expect(block(ALLMAN, 'return 2')).toBe(ALLMAN.split('\n').slice(6).join('\n'));
  });

  it('is the whole text for a line outside of blocks, and for blank text', () => {
    expect(block(SCRIPT, 'import a')).toBe(SCRIPT);
    expect(enclosingBlock(['', ' ', ''], 1)).toEqual({ start: 0, end: 3 });
    expect(enclosingBlock([], 0)).toEqual({ start: 0, end: 0 });
  });
});

describe('read_file in mode indentation', () => {
  it('returns the block around anchorLine, and its position in the file', async () => {
    const { tools } = temporaryFiles({ 'a.py': PYTHON });
    const params = { path: 'a.py', mode: 'indentation' as const, anchorLine: 15 };
    expect(valueOf(await tools.execute('read_file', params))).toMatchObject({
      content: '    def empty(self):\n        pass',
      startLine: 14,
      totalLines: 17,
      truncated: false,
    });
  });

  it('cuts a long block to the lines around the anchor, and reads only a part of a huge file', async () => {
    const body = Array.from({ length: 30_000 }, (_, index) => `  line ${index};`).join('\n');
    const { tools } = temporaryFiles({ 'a.js': `function f() {\n${body}\n}\n` });
    const params = { path: 'a.js', mode: 'indentation' as const, anchorLine: 20_001, limit: 11 };
    const value = valueOf(await tools.execute('read_file', params));
    expect(value).toMatchObject({ startLine: 19_996, lines: 11, totalLines: 30_002, truncated: true });
    expect(value.content).toContain('line 19999;');
  });

  it('finds the anchor among very long lines', async () => {
    const long = 'x'.repeat(20_000);
    const { tools } = temporaryFiles({ 'a.js': `${`${long}\n`.repeat(600)}if (a) {\n  b();\n}\n` });
    const value = valueOf(await tools.execute('read_file', { path: 'a.js', mode: 'indentation', anchorLine: 602 }));
    expect(value.content).toBe('if (a) {\n  b();\n}\n');
  });
});
