import { describe, expect, it } from 'vitest';
import { overrideConfig } from '../../src/config/override-config.ts';
import type { OverrideRules } from '../../src/config/override-config.ts';
import type { ConfigEntry } from '../../src/config/read-config.ts';

const entry = (scope: string, key: string, value: string): ConfigEntry => ({
  scope,
  key,
  value,
  file: '/x',
  isText: true,
});
const rules: OverrideRules = {
  isTrusted: ({ scope }) => scope === 'global',
  allowHooks: false,
  allowSigning: false,
  allowDrivers: [],
  requireFilters: false,
};
/** The value that git uses in the end; undefined if the setting is not overridden. */
const finalValue = (key: string, entries: readonly ConfigEntry[], more: Partial<OverrideRules> = {}) =>
  overrideConfig(entries, { ...rules, ...more }).findLast(([name]) => name === key)?.[1];

describe('overrideConfig', () => {
  it.each([
    ['filter.x.clean', ''],
    ['filter.x.required', 'false'],
    ['filter.a=b.process', ''],
    ['diff.x.textconv', ''],
    ['core.fsmonitor', 'false'],
    ['core.hookspath', '/dev/null'],
    ['core.sshcommand', 'ssh'],
    ['http.https://example.com/.sslverify', 'true'],
    ['merge.x.driver', 'git merge-file %A %O %B'],
    ['submodule.x.update', 'none'],
    ['commit.gpgsign', 'false'],
    ['some.future.command', ''],
    ['future.command', ''],
  ])('overrides %s of a repository with %j', (key, value) => {
    expect(finalValue(key, [entry('local', key, 'planted')])).toBe(value);
    expect(finalValue(key, [entry('worktree', key, 'planted')])).toBe(value);
  });

  it.each([
    'core.bare',
    'core.autocrlf',
    'remote.origin.url',
    'branch.main.remote',
    'user.name',
    'diff.x.binary',
    'extensions.worktreeconfig',
  ])('keeps %s of a repository', (key) => expect(finalValue(key, [entry('local', key, 'x')])).toBeUndefined());

  it('puts the value of the user in the place of the value of the repository', () => {
    const entries = [entry('global', 'core.sshcommand', 'ssh -i key'), entry('local', 'core.sshcommand', 'planted')];
    expect(finalValue('core.sshcommand', entries)).toBe('ssh -i key');
  });

  it('keeps the credential helpers of the user and drops those of the repository', () => {
    const entries = [entry('global', 'credential.helper', 'store'), entry('local', 'credential.helper', 'planted')];
    expect(overrideConfig(entries, rules).slice(-2)).toEqual([
      ['credential.helper', ''],
      ['credential.helper', 'store'],
    ]);
  });

  it('runs an allowed driver only as the user defines it', () => {
    const user = entry('global', 'filter.lfs.process', 'git-lfs filter-process');
    const planted = entry('local', 'filter.lfs.process', 'planted');
    expect(finalValue('filter.lfs.process', [user])).toBe('');
    expect(finalValue('filter.lfs.process', [user], { allowDrivers: ['lfs'] })).toBeUndefined();
    expect(finalValue('filter.lfs.process', [user, planted], { allowDrivers: ['lfs'] })).toBe('git-lfs filter-process');
    expect(finalValue('filter.lfs.process', [planted], { allowDrivers: ['lfs'] })).toBe('');
  });

  it('makes commands that store files fail where a filter is switched off', () => {
    const entries = [
      entry('global', 'filter.lfs.clean', 'git-lfs clean'),
      entry('local', 'filter.x.required', 'false'),
    ];
    expect(finalValue('filter.lfs.required', entries, { requireFilters: true })).toBe('true');
    expect(finalValue('filter.x.required', entries, { requireFilters: true })).toBe('true');
    expect(finalValue('filter.lfs.required', entries)).toBeUndefined();
    expect(finalValue('filter.lfs.required', entries, { requireFilters: true, allowDrivers: ['lfs'] })).toBeUndefined();
  });

  it('leaves hooks and signing alone if the host allows them', () => {
    const entries = [entry('local', 'core.hookspath', '.husky'), entry('global', 'commit.gpgsign', 'true')];
    const allowed = { allowHooks: true, allowSigning: true };
    expect(finalValue('core.hookspath', entries, allowed)).toBeUndefined();
    expect(finalValue('commit.gpgsign', entries, allowed)).toBeUndefined();
  });

  it('refuses more settings than fit into an environment', () => {
    const many = Array.from({ length: 2001 }, (_, n) => entry('local', `filter.f${n}.clean`, 'x'));
    expect(() => overrideConfig(many, rules)).toThrow('2001 settings');
  });
});
