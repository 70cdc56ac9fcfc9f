import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GlobParameters, GrepParameters } from '../../src/index.ts';
import { searchedTree, type SearchedTree, type TreeFiles } from '../searched-tree.ts';

const NAMES = ['a.ts', 'b.js', 'c.md', 'd.txt', 'A.ts', 'é.ts', '.env', 'sp ace.txt', 'x-y.log', 'z[1].ts', '日本.md'];
const FOLDERS = ['', 'src/', 'src/deep/', 'lib/', 'dist/', '.hidden/', 'src/é/', 'a.d/'];
const LINES = [
  'foo',
  'bar foo',
  'FOO bar',
  'foo(bar)',
  'x = 1;',
  '',
  'café 12',
  'a\tb',
  'foo-bar_baz',
  '日本語 foo',
  'K straße',
  'aaab',
  'foo\r',
  '  foo  ',
  'a.b*c',
];
const BYTES: readonly Uint8Array[] = [
  Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x66, 0x6f, 0x6f, 10]),
  Buffer.from('foo\0bar\n'),
  Buffer.from('\ufefffoo bom\n'),
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('foo wide\nbar é\n', 'utf16le')]),
  Buffer.from(`${'x'.repeat(3_000)}foo${'é'.repeat(2_000)}\n`),
  Buffer.from(''),
  Buffer.from('no end foo'),
  Buffer.from('\n\n\nfoo\n\n'),
];
const PATTERNS = [
  'foo',
  'fo+',
  '^foo',
  'foo$',
  '^$',
  'bar|baz',
  '(foo|x) ',
  '[a-c]+',
  '[^a-z ]',
  '\\d+',
  '\\w+é',
  '\\bfoo\\b',
  '\\Bo',
  'f.o',
  '.*',
  '',
  'foo\\(',
  '\\s',
  '\\S+$',
  '\\p{L}+',
  '\\p{Greek}',
  '[[:digit:]]',
  'a{2}',
  'a{2,}b',
  'a{1,2}?',
  '(?i)foo',
  '(?:foo)+',
  'FOO',
  'k',
  'STRASSE',
  'x = \\d;',
  '\\x66oo',
  '\\u{66}',
  '\\t',
  'foo\\s',
  'caf.',
  '\\W',
  '[\\w-]+_',
  '^\\s*$',
  '(?P<n>foo)',
  'z*',
  '(a|aa)+$',
  '[é-ü]',
  '-',
  '--foo',
  '\\.',
  'fo(',
  '[a',
  'a{',
  '*a',
  '(?=x)',
  '\\1',
  'a**',
  '\\q',
  '[z-a]',
  'a)',
  '(?<!x)y',
  'x{3,1}',
];
const ACROSS = [
  'foo\\n',
  'foo\\s+bar',
  'foo$\\n^',
  '(?s)foo.*bar',
  'o\\r?\\n',
  '\\n\\n',
  'foo',
  '[^f]foo',
  '^foo$',
  'a\\sb',
];
const IGNORED = [
  '',
  '*.log\n',
  'dist/\n',
  '/src\n!/src/deep\n',
  '*.ts\n!a.ts\n',
  'src/*\n!src/deep/\n',
  '**/deep\n',
  '.hidden\n# c\n\n',
  'é.ts\n',
];
const WALLS = ['', 'lib/\n', '*.env\n.env\n', 'A.TS\n', '*\n!*.md\n', 'src/deep\n'];

const file = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...LINES), { maxLength: 6 })
      .map((lines) => lines.map((line) => `${line}\n`).join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom(...BYTES) },
);
const tree = fc
  .record({
    files: fc.dictionary(
      fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map(([folder, name]) => folder + name),
      file,
      { minKeys: 1, maxKeys: 14 },
    ),
    ignored: fc.constantFrom(...IGNORED),
    nested: fc.constantFrom(...IGNORED),
    wall: fc.constantFrom(...WALLS),
  })
  .map(({ files, ignored, nested, wall }): TreeFiles => ({
    ...files,
    ...(ignored !== '' && { '.gitignore': ignored }),
    ...(nested !== '' && { 'src/.gitignore': nested }),
    ...(wall !== '' && { '.toolignore': wall }),
  }));
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const grepOf = (multiline: boolean): fc.Arbitrary<GrepParameters> =>
  fc
    .record({
      pattern: fc.constantFrom(...(multiline ? ACROSS : PATTERNS)),
      path: optional(fc.constantFrom('.', 'src', 'src/deep')),
      include: optional(
        fc.constantFrom('*.ts', '*.{ts,md}', 'src/**', '**/deep/*.ts', '?.ts', '[!a].ts', 'src/*.ts', '.*'),
      ),
      type: optional(fc.constantFrom('ts', 'md', 'txt')),
      ignoreCase: fc.boolean(),
      literal: multiline ? fc.constant(false) : fc.boolean(),
      contextLines: optional(fc.constantFrom(0, 1, 3)),
      outputMode: optional(fc.constantFrom('content' as const, 'files' as const, 'count' as const)),
      limit: optional(fc.constantFrom(1, 3, 1_000)),
      includeIgnored: fc.boolean(),
    })
    .map((parameters) => ({ ...defined(parameters), multiline }) as GrepParameters);
const globs: fc.Arbitrary<GlobParameters> = fc
  .record({
    patterns: fc.array(
      fc.constantFrom(
        '**',
        '**/*',
        '*.ts',
        '**/*.ts',
        'src/**',
        'src/*',
        '**/deep/**',
        '{src,lib}/**/*.{ts,js}',
        '?.ts',
        '**/?.ts',
        '[a-c].*',
        '**/*.d/*',
        '.*',
        '!**/*.md',
        'z\\[1\\].ts',
        '*',
      ),
      { minLength: 1, maxLength: 3 },
    ),
    path: optional(fc.constantFrom('.', 'src')),
    exclude: optional(fc.array(fc.constantFrom('deep', '*.js', 'src/deep', '?.ts', 'lib/', '.*'), { maxLength: 2 })),
    includeIgnored: fc.boolean(),
    limit: optional(fc.constantFrom(2, 1_000)),
  })
  .map((parameters) => defined(parameters) as GlobParameters);

describe('both engines', () => {
  it('give the same answer to a search for text', async () => {
    await expectSame(grepOf(false), (each, parameters) => each.tools.execute('grep', parameters), 100);
  }, 120_000);

  it('give the same answer to a search over several lines', async () => {
    await expectSame(grepOf(true), (each, parameters) => each.tools.execute('grep', parameters), 60);
  }, 120_000);

  it('give the same answer to a search for files', async () => {
    await expectSame(globs, (each, parameters) => each.tools.execute('glob', parameters), 80);
  }, 120_000);

  it('list what git lists', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        const { '.toolignore': _, ...visible } = files;
        const made = await searchedTree(visible);
        const git = (...args: string[]): string =>
          execFileSync('git', args, {
            cwd: made.root,
            encoding: 'utf8',
            env: { PATH: process.env['PATH'], HOME: made.base },
          });
        git('init', '-q');
        const listed = git('ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean).sort();
        expect((await made.glob({ pattern: '**', limit: 10_000 })).sort()).toEqual(listed);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

async function expectSame<P extends object>(
  parameters: fc.Arbitrary<P>,
  run: (tree: SearchedTree, parameters: P) => Promise<unknown>,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(tree, parameters, async (files, asked) => {
      const made = await searchedTree(files);
      const ripgrep = await run(made.with({ engine: 'ripgrep' }), asked);
      const javascript = await run(made.with({ engine: 'javascript' }), asked);
      const hasCount = isCounted(files, asked);
      expect(comparable(javascript, hasCount)).toEqual(comparable(ripgrep, hasCount));
    }),
    { numRuns },
  );
}

/** ripgrep is given rules that leave out a little less where it reads a glob in another way than everybody else. */
function isCounted(files: TreeFiles, asked: object): boolean {
  const isPlain = !('include' in asked) || asked.include === '*.ts';
  return isPlain && !('type' in asked && 'include' in asked) && !String(files['.toolignore'] ?? '').includes('!');
}

/** Without what is told in other words, and without the numbers of a search that had not to go on. */
function comparable(result: unknown, hasCount: boolean): unknown {
  const { ok, value, error, metadata } = result as {
    ok: boolean;
    value?: { complete: boolean; total?: number; filesSearched?: number; truncated: boolean; notes?: unknown };
    error?: { code: string };
    metadata: { warnings?: unknown };
  };
  if (!ok) return { code: error?.code };
  const { total, filesSearched, complete, notes, ...rest } = value ?? { complete: false, truncated: true };
  return {
    ...rest,
    warnings: metadata.warnings,
    ...(!rest.truncated && { total, complete, ...(hasCount && { filesSearched, notes }) }),
  };
}

function defined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
