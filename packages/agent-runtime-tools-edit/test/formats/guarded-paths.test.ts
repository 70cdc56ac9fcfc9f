import { patchPaths } from '@ku0/agent-runtime-tools-workspace/patch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilePatch } from '../../src/formats/file-patch.ts';
import { parsePatch } from '../../src/formats/parse-patch.ts';

const PATHS = [
  'x',
  'a/x',
  'b/x',
  'dir/two words',
  '.env',
  'b/.env',
  'é\u2028x',
  'q"u',
  'tab\tx',
  '/dev/null',
  'y\rz',
  '',
];
const QUOTED = ['"x"', '"a/x"', '"b/\\303\\251"', '"b/\\u{1f9c0}"', '"a/\\🧀"', '"open', '"x" more', '"b/\\056env"'];
const BLANKS = ['', '', '', ' ', '  ', '\t', '\u00a0', '\ufeff'];
const MODES = ['100644', '100755', '120000', '104755', ''];

const path = fc.constantFrom(...PATHS, ...QUOTED);
const blank = fc.constantFrom(...BLANKS);
const mode = fc.constantFrom(...MODES);
const header = fc
  .tuple(
    blank,
    fc.constantFrom('***', '*** ', '****'),
    fc.constantFrom('Add File', 'Delete File', 'Update File', 'Move to', 'update file', 'Update  File', 'Rename to'),
    fc.constantFrom(':', ': ', ' : ', ':\t'),
    path,
    blank,
  )
  .map(([before, stars, words, colon, name, after]) => `${before}${stars} ${words}${colon}${name}${after}`);
const line = fc.oneof(
  { weight: 4, arbitrary: header },
  { weight: 6, arbitrary: fc.constantFrom('@@', '@@ -1 +1 @@', '@@ f', ' a', '-a', '+b', '+c', '', '*** End of File') },
  {
    weight: 1,
    arbitrary: fc.tuple(blank, fc.constantFrom('*** Begin Patch', '*** End Patch')).map((all) => all.join('')),
  },
  { weight: 4, arbitrary: fc.tuple(path, path).map(([from, to]) => `--- ${from}\n+++ ${to}\n@@ -1 +1 @@\n-a\n+b`) },
  { weight: 2, arbitrary: fc.tuple(path, path).map(([from, to]) => `--- ${from}\n+++ ${to}\n@@ -0,0 +1 @@\n+b`) },
  { weight: 4, arbitrary: fc.tuple(path, path).map(([from, to]) => `diff --git ${from} ${to}`) },
  { weight: 2, arbitrary: path.map((name) => `diff --git a/${name} b/${name}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('rename', 'copy'), path, path)
      .map(([how, from, to]) => `${how} from ${from}\n${how} to ${to}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('new file mode', 'deleted file mode', 'old mode', 'new mode'), mode)
      .map((all) => all.join(' ')),
  },
);
const envelope = fc
  .tuple(blank, fc.array(line, { maxLength: 8 }), blank, blank)
  .map(([first, lines, before, after]) => [`${first}*** Begin Patch`, ...lines, `${before}*** End Patch${after}`]);
const patch = fc
  .tuple(
    fc.constantFrom('', '\ufeff', '```\n', "<<'EOF'\n"),
    fc.oneof(envelope, fc.array(line, { maxLength: 8 })),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.constantFrom('', '\n', '\n```', '\nEOF\n'),
  )
  .map(([before, lines, end, after]) => before + lines.join('\n').replaceAll('\n', end) + after);

type Access = 'read' | 'write' | 'delete';

/** What a file patch touches, in the words of a guard. */
function touched(file: FilePatch): { name: string; access: Access }[] {
  if (file.kind === 'delete') return [{ name: file.path, access: 'delete' }];
  if (file.kind === 'add' || file.moveTo === undefined) return [{ name: file.path, access: 'write' }];
  return [
    { name: file.path, access: file.copy === true ? 'read' : 'write' },
    { name: file.moveTo, access: 'write' },
  ];
}

const RANK: Readonly<Record<Access, number>> = { read: 1, write: 2, delete: 3 };

describe('the paths of a patch', () => {
  it('are told to guards as they are written to, however the patch is spelt', { timeout: 120_000 }, () => {
    let files = 0;
    fc.assert(
      fc.property(patch, (text) => {
        const parsed = parsePatch(text);
        if (!parsed.ok) return;
        const told = patchPaths(text).filter(({ possible }) => possible !== true);
        for (const { name, access } of parsed.files.flatMap(touched)) {
          files += 1;
          const isTold = told.some((each) => each.path === name && RANK[each.access] >= RANK[access]);
          expect(isTold, `${access} ${name} in ${JSON.stringify(text)}`).toBe(true);
        }
      }),
      { seed: 7, numRuns: 150_000 },
    );
    expect(files).toBeGreaterThan(12_000);
  });
});
