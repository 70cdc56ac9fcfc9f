import { afterAll, describe, expect, it } from 'vitest';
import { isInside, realFolder, realPath } from '../../../src/judge/paths/disk-reader.ts';
import { Workspace } from '../../fixtures/workspace.ts';

const workspace = new Workspace({ 'a/b.ts': 'x' });
workspace.link('absolute', '/');
workspace.link('relative', 'a');
workspace.link('round', 'round');
afterAll(() => workspace[Symbol.dispose]());
const root = workspace.path;

describe('the real path', () => {
  it.each([
    ['a/b.ts', `${root}/a/b.ts`],
    ['./a//b.ts', `${root}/a/b.ts`],
    ['a/../c', `${root}/c`],
    ['relative/b.ts', `${root}/a/b.ts`],
    ['relative/../c', `${root}/c`],
    ['absolute/etc', '/etc'],
    ['absolute/../x', '/x'],
    ['missing/x/y', `${root}/missing/x/y`],
    ['missing/x/../../relative', `${root}/a`],
    ['missing/../relative', `${root}/a`],
    ['round', undefined],
    ['../'.repeat(20), '/'],
  ])('of %s is %s', (path, real) => {
    expect(realPath(root, path)).toBe(real);
  });

  it('has at most 128 names', () => {
    expect(realPath('/', 'x/'.repeat(127))).toBe(`/${'x/'.repeat(127).slice(0, -1)}`);
    expect(realPath('/', 'x/'.repeat(128))).toBeUndefined();
  });

  it('is found with one look below a name that does not exist', () => {
    const looked: string[] = [];
    const disk = {
      real: () => undefined,
      kindOf(path: string) {
        looked.push(path);
        return path === '/a' ? 'other' : undefined;
      },
    };
    expect(realPath('/', '/a/no/b/c/../d', disk)).toBe('/a/no/b/d');
    expect(looked).toEqual(['/a', '/a/no']);
    expect(realFolder('/a', disk)).toBe('/a');
  });

  it('is not known where the disk cannot be read', () => {
    const disk = {
      real(): never {
        throw new Error('no');
      },
      kindOf(): never {
        throw new Error('no');
      },
    };
    expect(realPath('/', '/a', disk)).toBeUndefined();
    expect(realFolder('/a', disk)).toBeUndefined();
  });
});

describe('a path', () => {
  it.each([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/b', '/a', false],
    ['/b', '/', true],
    ['/a/b', '/a/', true],
  ])('%s is inside %s: %s', (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected);
  });
});
