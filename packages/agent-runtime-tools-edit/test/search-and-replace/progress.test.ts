import { describe, expect, it } from 'vitest';
import { codeOf, temporaryEdit } from '../temporary-edit.ts';

const names = Array.from({ length: 250 }, (_, index) => `src/f${String(index).padStart(3, '0')}.txt`);
const files = Object.fromEntries(names.map((name) => [name, 'old text\n']));
const params = { glob: 'src/*.txt', search: 'old', replace: 'new' };

describe('search_and_replace in many files', () => {
  it('publishes its progress from none to all of them', async () => {
    const edit = temporaryEdit(files);
    const published: [number, number | undefined][] = [];
    edit.tools.activity.subscribe('tool_progress', ({ data }) => void published.push([data.done, data.total]));
    expect(codeOf(await edit.run('search_and_replace', params))).toBe('ok');
    expect(published[0]).toEqual([0, 250]);
    expect(published.at(-1)).toEqual([250, 250]);
    expect(published.length).toBeGreaterThan(50);
    expect(published.length).toBeLessThan(150);
    expect(published.map(([done]) => done)).toEqual(
      published.map(([done]) => done).toSorted((one, other) => one - other),
    );
  });

  it('stops when it is cancelled, and has changed nothing', async () => {
    const edit = temporaryEdit(files);
    const cancel = new AbortController();
    let last = 0;
    edit.tools.activity.subscribe('tool_progress', ({ data }) => {
      last = data.done;
      if (data.done >= 50) cancel.abort();
    });
    expect(codeOf(await edit.run('search_and_replace', params, { signal: cancel.signal }))).toBe('CANCELLED');
    expect(last).toBeLessThan(250);
    expect(names.every((name) => edit.text(name) === 'old text\n')).toBe(true);
  });

  it('publishes no progress for a single file', async () => {
    const edit = temporaryEdit({ 'a.txt': 'old\n' });
    let published = 0;
    edit.tools.activity.subscribe('tool_progress', () => void (published += 1));
    await edit.run('search_and_replace', { path: 'a.txt', search: 'old', replace: 'new' });
    expect(published).toBe(0);
  });
});
