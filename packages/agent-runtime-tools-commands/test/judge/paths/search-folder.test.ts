import { afterAll, describe, expect, it } from 'vitest';
import { DiskBudget } from '../../../src/judge/paths/disk-budget.ts';
import { findEscapingLink, findForbiddenFile } from '../../../src/judge/paths/search-folder.ts';
import { isInside } from '../../../src/judge/paths/disk-reader.ts';
import { Workspace } from '../../fixtures/workspace.ts';

/** Three folders, three files and a link: 3 * 4 for the folders, 6 for what is in them, 8 for the link. */
const workspace = new Workspace({ 'a.ts': 'x', 'src/x.ts': 'x', 'src/deep/y.ts': 'x' });
workspace.link('src/deep/link', '../../a.ts');
afterAll(() => workspace[Symbol.dispose]());
const root = workspace.path;
const COST = 3 * 4 + 6 + 8;

const isWithin = (path: string): boolean => isInside(path, root);

describe('a search of a folder', () => {
  it('ends where the budget ends, and not before', () => {
    expect(findEscapingLink(root, new DiskBudget(COST), isWithin)).toBeUndefined();
    expect(findEscapingLink(root, new DiskBudget(COST - 1), isWithin)).toBe(root);
    expect(findForbiddenFile(root, new DiskBudget(COST), () => false)).toBeUndefined();
    expect(findForbiddenFile(root, new DiskBudget(COST - 1), () => false)).toBe(root);
  });

  it('counts folders without any link', () => {
    using made = new Workspace({ 'a/b/c.ts': 'x' });
    const cost = 3 * 4 + 3;
    expect(findEscapingLink(made.path, new DiskBudget(cost), isWithin)).toBeUndefined();
    expect(findEscapingLink(made.path, new DiskBudget(cost - 1), isWithin)).toBe(made.path);
  });

  it('counts together with the searches before it', () => {
    const budget = new DiskBudget(2 * COST - 1);
    expect(findEscapingLink(root, budget, isWithin)).toBeUndefined();
    expect(findEscapingLink(root, budget, isWithin)).toBe(root);
  });

  it.each([
    ['../../a.ts', undefined],
    ['/etc/hostname', 'link'],
    ['../../../other', 'link'],
    ['loop', 'link'],
  ])('looks at where links lead: %s', (target, found) => {
    using made = new Workspace({ 'src/deep/y.ts': 'x', 'a.ts': 'x' });
    made.link('src/deep/link', target === 'loop' ? 'link' : target);
    const within = (path: string): boolean => isInside(path, made.path);
    const path = found === undefined ? undefined : `${made.path}/src/deep/${found}`;
    expect(findEscapingLink(made.path, new DiskBudget(100), within)).toBe(path);
    expect(findForbiddenFile(made.path, new DiskBudget(100), (_, real) => !within(real))).toBe(path);
  });

  it('gives the name and the target of what it finds', () => {
    const found = (isForbidden: (path: string, target: string) => boolean) =>
      findForbiddenFile(root, new DiskBudget(100), isForbidden);
    expect(found((path) => path === `${root}/src/deep/link`)).toBe(`${root}/src/deep/link`);
    expect(found((path, target) => path !== target)).toBe(`${root}/src/deep/link`);
    expect(found((path, target) => path !== target && target !== `${root}/a.ts`)).toBeUndefined();
  });
});
