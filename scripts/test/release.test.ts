import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { highestBumps, peerReleases } from '../release/peer-releases.mjs';
import { planRelease } from '../release/plan-release.mjs';
import { parseChangeset } from '../release/read-changesets.mjs';
import { isPublicRegistry } from '../release/registry.mjs';
import { refusal } from '../release/release.mjs';

const onCore = { peerDependencies: { core: 'workspace:^' }, devDependencies: { core: 'workspace:^' } };
const repository = (versions: Readonly<Record<string, string>>, changesets: Record<string, string>): string =>
  temporaryTree({
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n\ncatalog:\n',
    'package.json': { name: 'all', private: true, packageManager: 'pnpm@12.18.0' },
    '.changeset/config.json': { changelog: '../scripts/release/changelog.mjs', access: 'public', format: false },
    '.changeset/README.md': 'How to.',
    ...Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        `packages/${name}/package.json`,
        { name, version, ...(name !== 'core' && onCore) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(changesets).map(([file, line]) => [
        `.changeset/${file}.md`,
        `---\n${line}\n---\n\nText of ${file}.\n`,
      ]),
    ),
  });

async function plan(base: string) {
  const scratch = join(base, 'scratch');
  mkdirSync(scratch);
  const { releases, notes, apply } = await planRelease({ base, scratch, date: '2026-01-02' });
  return { versions: Object.fromEntries(releases.map(({ name, to }) => [name, to])), notes, apply };
}

describe('a release', { timeout: 60_000 }, () => {
  it('of one package leaves the others alone', async () => {
    const base = repository({ core: '1.0.0', files: '1.2.0', web: '1.0.0' }, { fix: "'files': patch" });
    const { versions, notes, apply } = await plan(base);
    expect(versions).toEqual({ files: '1.2.1' });
    expect(existsSync(join(base, '.changeset/fix.md'))).toBe(true);
    apply();
    expect(readdirSync(join(base, '.changeset')).toSorted()).toEqual(['README.md', 'config.json']);
    expect(readFileSync(join(base, 'docs/releases/2026-01-02.md'), 'utf8')).toBe(notes);
    expect(readFileSync(join(base, 'packages/files/CHANGELOG.md'), 'utf8')).toBe(
      '# files\n\n## 1.2.1\n\n### Patch Changes\n\n- Text of fix.\n',
    );
    expect(existsSync(join(base, 'packages/web/CHANGELOG.md'))).toBe(false);
  });

  it('of a core that stays compatible is one of core alone', async () => {
    const base = repository({ core: '1.0.0', files: '1.2.0' }, { more: "'core': minor" });
    expect((await plan(base)).versions).toEqual({ core: '1.1.0' });
  });

  it.each([
    ['major', { core: '1.4.0', files: '1.2.0', web: '3.0.1' }, { core: '2.0.0', files: '2.0.0', web: '4.0.0' }],
    ['minor', { core: '0.4.0', files: '0.2.3', web: '1.0.1' }, { core: '0.5.0', files: '0.3.0', web: '2.0.0' }],
  ])('of a core that breaks (%s of %o) is an explicit one of its dependents', async (bump, before, after) => {
    const base = repository(before, { change: `'core': ${bump}`, own: "'files': patch" });
    const { versions, notes, apply } = await plan(base);
    expect(versions).toEqual(after);
    apply();
    expect(notes).toContain('**web**: Needs the new version of `core`');
    const changelog = readFileSync(join(base, 'packages/web/CHANGELOG.md'), 'utf8');
    expect(changelog).toMatch(/## \d\.0\.0\n\n### Major Changes\n\n- Needs the new version of `core`/);
  });

  it('has a page with the versions and each text once, and a second page on the same day', async () => {
    const base = repository(
      { core: '0.0.0', files: '0.0.0' },
      { 'first-core': "'core': minor", 'first-files': '"files": minor', both: "'core': patch\n'files': patch" },
    );
    const { versions, notes, apply } = await plan(base);
    expect(versions).toEqual({ core: '0.1.0', files: '0.1.0' });
    expect(notes).toBe(
      [
        '# Release of 2026-01-02',
        '| package | version | before |\n|---|---|---|\n| `core` | 0.1.0 | first release |\n| `files` | 0.1.0 | first release |',
        '## New',
        '**core**: Text of first-core.',
        '**files**: Text of first-files.',
        '## Fixed',
        '**core, files**: Text of both.\n',
      ].join('\n\n'),
    );
    apply();
    apply();
    expect(readdirSync(join(base, 'docs/releases'))).toEqual(['2026-01-02-2.md', '2026-01-02.md']);
  });

  it('without changesets has no versions', async () => {
    expect(await plan(repository({ core: '1.0.0' }, {}))).toMatchObject({ versions: {}, notes: '' });
  });

  it('refuses a changeset that it cannot read', () => {
    expect(() => parseChangeset('Text.', 'a.md')).toThrow('a.md is not a changeset');
    expect(() => parseChangeset("---\n'a': huge\n---\n", 'a.md')).toThrow("'a': huge");
  });
});

describe('releases that follow from others', () => {
  it('reach peers of peers and users of what is a peer of others, and leave a package alone that breaks anyway', () => {
    const packages = [
      { folder: 'a', manifest: { name: 'a', version: '1.0.0' } },
      { folder: 'b', manifest: { name: 'b', version: '1.0.0', peerDependencies: { a: 'workspace:^' } } },
      { folder: 'c', manifest: { name: 'c', version: '1.0.0', peerDependencies: { b: 'workspace:^' } } },
      { folder: 'd', manifest: { name: 'd', version: '1.0.0', peerDependencies: { a: 'workspace:^' } } },
      { folder: 'f', manifest: { name: 'f', version: '1.0.0', dependencies: { a: 'workspace:^', g: 'workspace:^' } } },
      { folder: 'g', manifest: { name: 'g', version: '1.0.0' } },
      { folder: 'e', manifest: { name: 'e', version: '1.0.0', private: true, peerDependencies: { a: 'workspace:^' } } },
    ];
    const bumps = highestBumps([{ releases: { a: 'patch', d: 'major' } }, { releases: { a: 'major', d: 'minor' } }]);
    expect(bumps).toEqual({ a: 'major', d: 'major' });
    expect(peerReleases(packages, bumps)).toEqual([
      { name: 'b', bump: 'major', because: 'a' },
      { name: 'c', bump: 'major', because: 'b' },
      { name: 'f', bump: 'major', because: 'a' },
    ]);
    expect(peerReleases(packages, { g: 'major' })).toEqual([]);
  });
});

describe('a registry', () => {
  it.each([
    ['http://127.0.0.1:4873/', false],
    ['http://localhost:4873', false],
    ['http://[::1]:4873', false],
    ['https://packages.example.com', true],
    ['https://localhost.example.com', true],
    ['https://10.0.0.1/', true],
  ])('at %s is public: %s', (registry, expected) => {
    expect(isPublicRegistry(registry)).toBe(expected);
  });
});

describe('a release to a public registry', () => {
  const registry = 'https://packages.example.com/';

  it('is refused while nobody has said where the source is', () => {
    expect(refusal(registry, false, undefined)).toMatch(/set "repository" in package.json first/);
  });

  it('may be shown without that address', () => {
    expect(refusal(registry, true, undefined)).toBeUndefined();
  });
});
