import { describe, expect, it } from 'vitest';
import { cutDiff, renderRequest } from '../../src/index.ts';

const numbered = (count: number, text: string) => Array.from({ length: count }, (_, at) => `${text}${at}`);
const HEADER = ['--- a/f', '+++ b/f', '@@ -1,300 +1,300 @@'];
const REWRITE = [...HEADER, ...numbered(300, '-old '), ...numbered(300, '+new ')];

describe('cutDiff', () => {
  it('leaves a diff alone that fits', () => {
    const lines = ['@@ -1 +1 @@', '-a', '+b'];
    expect(cutDiff(lines, 3)).toEqual({ lines, leftOut: { added: 0, removed: 0, other: 0 } });
    expect(cutDiff(lines, 1).lines).not.toEqual(lines);
  });

  it.each([20, 40, 41, 300, 602])(
    'shows the first and last of both sides within %i lines, and counts the rest',
    (most) => {
      const { lines, leftOut } = cutDiff(REWRITE, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      expect(lines.length).toBeGreaterThan(most - 4);
      for (const line of ['-old 0', '-old 299', '+new 0', '+new 299']) expect(lines).toContain(line);
      const shown = (sign: string) => lines.filter((line) => line.startsWith(sign)).length - 1;
      expect(leftOut).toEqual({ removed: 300 - shown('-'), added: 300 - shown('+'), other: 0 });
      const notes = lines.filter((line) => line.startsWith('...'));
      expect(notes.every((note) => /^\.\.\. \d+ (?:removed|added) lines are not shown \.\.\.$/.test(note))).toBe(true);
      const told = notes.map((note) => Number(/\d+/.exec(note)?.[0]));
      expect(told.reduce((sum, count) => sum + count, 0)).toBe(leftOut.added + leftOut.removed);
    },
  );

  it('counts a line that was broken as one, and the rest of a long one as none', () => {
    const broken = ['@@ -1 +1 @@', '-a', ...numbered(50, '┊ '), '+b'];
    const { lines, leftOut } = cutDiff(broken, 12);
    expect(leftOut).toEqual({ added: 0, removed: 0, other: 0 });
    expect(lines).toContain('... the rest of a long line is not shown ...');
    expect(lines).toContain('+b');
  });

  it('counts what it has no room to begin with', () => {
    const many = numbered(100, '').flatMap((at) => [`@@ -${at} +${at} @@`, `-a${at}`, `+b${at}`]);
    const { lines, leftOut } = cutDiff(many, 30);
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toBe('... 90 removed lines and 90 added lines and 90 other lines are not shown ...');
    expect(leftOut).toEqual({ added: 90, removed: 90, other: 90 });
  });

  it.each([28, 29, 30])('shows the other side of the last change that it begins, within about %i lines', (most) => {
    const many = numbered(100, '').flatMap((at) => [`@@ -${at} +${at} @@`, `-a${at}`, `+b${at}`]);
    const { lines, leftOut } = cutDiff(many, most);
    const removed = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(2));
    const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(2));
    expect(added).toEqual(removed);
    expect(lines.length).toBeLessThanOrEqual(most + 2);
    expect(leftOut).toMatchObject({ added: 100 - added.length, removed: 100 - removed.length });
  });

  it('takes removed lines that look like a header for removed lines', () => {
    const lines = ['@@ -1,9 +0,0 @@', ...numbered(9, '--- x')];
    expect(cutDiff(lines, 5).leftOut).toEqual({ added: 0, removed: 6, other: 0 });
  });
});

describe('renderRequest', () => {
  const CHANGES = { tool: 'write_file', diff: REWRITE.join('\n') };

  it('shows both sides of a long change and says truly how much it leaves out', () => {
    const lines = renderRequest({ ...CHANGES, args: { path: 'f' } });
    const text = lines.join('\n');
    const [removed, added] = ['│ -old', '│ +new'].map((start) => lines.filter((line) => line.startsWith(start)).length);
    expect(removed).toBeGreaterThan(10);
    expect(added).toBeGreaterThan(10);
    expect(text).toContain(
      `! changes cannot be shown in full: ${300 - Number(removed)} removed lines and ${300 - Number(added)} added lines are left out.`,
    );
  });

  it('does not show a text again that is in the changes', () => {
    const content = `${numbered(300, 'new ').join('\n')}\n`;
    const lines = renderRequest({ ...CHANGES, args: { path: 'f', content } });
    expect(lines.filter((line) => line.endsWith('new 0'))).toEqual(['│ +new 0']);
    expect(lines).toContain(`content: ${content.length} characters, in the changes`);
    expect(lines).toContain('│ f');
  });

  it.each([
    ['a line that is not in the changes', 'new 0\nhidden\nnew 1'],
    ['a first line that no line ends with', 'xnew 0\nnew 1'],
    ['a last line that no line starts with', 'new 0\nnew 1x'],
    ['no text', ''],
  ])('shows an argument with %s', (_, content) => {
    const lines = renderRequest({ ...CHANGES, args: { path: 'f', content } });
    expect(lines.join('\n')).not.toContain('in the changes');
    for (const line of content.split('\n')) expect(lines).toContain(line === '' ? '│' : `│ ${line}`);
  });

  it('takes pieces of lines, and texts in lists, for shown where they are', () => {
    const edits = [
      { old_string: 'ld 0\nold 1\nol', new_string: 'ew 7' },
      { old_string: 'gone', new_string: 'new 8' },
    ];
    const text = renderRequest({ ...CHANGES, args: { path: 'old 0', command: 'new 0', edits } }).join('\n');
    expect(text).toContain('edits[0].old_string: 13 characters, in the changes');
    expect(text).toContain('edits[0].new_string: 4 characters, in the changes');
    expect(text).toContain('edits[1].new_string: 5 characters, in the changes');
    expect(text).toContain('"old_string":"gone"');
    expect(text).toContain('path:\n│ old 0');
    expect(text).toContain('command:\n│ new 0');
  });

  it('shows arguments where there are no changes to see them in, or where they are shown elsewhere', () => {
    const args = { path: 'f', content: 'new 0' };
    expect(renderRequest({ tool: 'write_file', args })).toContain('│ new 0');
    const elsewhere = renderRequest({ ...CHANGES, args, preview: { summary: 's', changes: [] } }, { changes: false });
    expect(elsewhere).not.toContain('Changes:');
    expect(elsewhere.join('\n')).not.toContain('Preview');
    expect(elsewhere).toContain('content: 5 characters, in the changes');
  });

  it.each([
    [numbered(301, 'line ').join('\n'), 261],
    [numbered(301, 'x'.repeat(90)).join('\n'), 261],
    [numbered(41, 'line ').join('\n'), 1],
  ])('counts the lines of an argument that it leaves out', (content, least) => {
    const lines = renderRequest({ tool: 'write_file', args: { content } });
    const shown = lines.filter((line) => line.startsWith('│ ') && !line.includes('left out')).length;
    const all = content.split('\n').length;
    expect(all - shown).toBeGreaterThanOrEqual(least);
    expect(lines.join('\n')).toMatch(new RegExp(`\\[\\.\\.\\. ${all - shown} lines? left out`));
    const [, left] = /(\d+) of \d+ characters are left out/.exec(lines.join('\n')) ?? [];
    const kept =
      lines.filter((line) => line.startsWith('│ ') && !line.includes('left out')).join('\n').length - 2 * shown;
    expect(Math.abs(content.length - kept - Number(left))).toBeLessThanOrEqual(2);
  });

  it('shows all of an argument that just fits', () => {
    const text = renderRequest({ tool: 'write_file', args: { content: numbered(40, 'line ').join('\n') } }).join('\n');
    expect(text).not.toContain('left out');
  });

  it('shows the head and the tail of one long line, and counts its characters', () => {
    const content = `head${'x'.repeat(9000)}tail`;
    const lines = renderRequest({ tool: 'write_file', args: { content } });
    const text = lines.join('\n');
    expect(text).toContain('│ head');
    expect(text).toContain('tail');
    const [, left] = /\[\.\.\. (\d+) characters left out \.\.\.\]/.exec(text) ?? [];
    expect(text).toContain(`${left} of 9008 characters are left out.`);
    const shown = lines.filter((line) => /^[│┊] /.test(line) && !line.includes('left out'));
    expect(shown.reduce((sum, line) => sum + line.length - 2, 0)).toBe(9008 - Number(left));
  });

  it('does not show the same end of a long line twice', () => {
    const content = '\u200b'.repeat(500);
    const lines = renderRequest({ tool: 'write_file', args: { content } }, { width: 40 });
    const [, left] = /\[\.\.\. (\d+) characters left out \.\.\.\]/.exec(lines.join('\n')) ?? [];
    const shown =
      lines
        .join('')
        .replaceAll(/[│┊] /g, '')
        .match(/\\u200b/g) ?? [];
    expect(shown).toHaveLength(500 - Number(left));
  });

  it('names the other reasons below the first', () => {
    const lines = renderRequest({ tool: 'bash', args: {}, reason: 'a', reasons: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(lines.slice(1, 6).map((line) => line.trim())).toEqual(['Why it asks: a', 'b', 'c', 'd', 'e']);
    expect(lines.join('\n')).not.toContain('f');
  });
});
