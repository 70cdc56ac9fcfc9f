import { describe, expect, it } from 'vitest';
import { matchGlob } from '../../src/search-and-replace/match-glob.ts';

const paths = [
  'a.ts',
  'src/a.ts',
  'src/deep/b.tsx',
  'src/(group)/c!.ts',
  '.env',
  'src/.env',
  '.cache/.env',
  '.cache/a.ts',
  '.github/workflows/ci.yml',
];

const match = (glob: string, signal = new AbortController().signal) => matchGlob(glob, paths, { signal });

describe('matchGlob', () => {
  it.each([
    ['*.ts', ['a.ts']],
    ['**/*.ts', ['a.ts', 'src/a.ts', 'src/(group)/c!.ts']],
    ['src/{a,deep/b}.{ts,tsx}', ['src/a.ts', 'src/deep/b.tsx']],
    ['src/(group)/*.ts', ['src/(group)/c!.ts']],
    ['!(a).ts', []],
    ['.*', ['.env']],
    ['**/.env', ['.env', 'src/.env']],
    ['{.github,src}/**/*.{yml,tsx}', ['src/deep/b.tsx', '.github/workflows/ci.yml']],
    ['?env', []],
    ['[.]env', []],
    ['none/*', []],
  ])('finds the paths of %s', async (glob, expected) => {
    expect(await match(glob)).toEqual(expected);
  });

  it('takes linear time for a glob on which others backtrack', async () => {
    const long = Array.from({ length: 2000 }, () => 'a'.repeat(250));
    const started = process.cpuUsage();
    const { signal } = new AbortController();
    expect(await matchGlob(`${'*a'.repeat(30)}b`, long, { signal })).toEqual([]);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });

  it('refuses a glob that cannot be read', async () => {
    await expect(match('[a')).rejects.toMatchObject({ error: { code: 'REGEX_INVALID' } });
    await expect(match('{a,b}'.repeat(30))).rejects.toMatchObject({ error: { code: 'REGEX_INVALID' } });
  });

  it('stops when the call is cancelled', async () => {
    await expect(match('*', AbortSignal.abort())).rejects.toMatchObject({ error: { code: 'CANCELLED' } });
  });
});
