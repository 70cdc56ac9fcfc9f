import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderContent } from '../folder-content.ts';
import { temporaryEdit } from '../temporary-edit.ts';

interface TreeFile {
  readonly text: string;
  readonly executable: boolean;
}

type Tree = Readonly<Record<string, TreeFile>>;

const names = [
  'a.txt',
  'src/b.ts',
  'with blank.md',
  'ümläut.txt',
  'quo"te.txt',
  'tab\tname.txt',
  'deep/er/c.js',
  '-dash',
  'b/a.txt',
];

/** Lines that differ from each other, so that every hunk has one place. */
const lines = fc.uniqueArray(fc.stringMatching(/^[a-z +@-]{1,20}$/), { minLength: 2, maxLength: 40 });
const content = fc.tuple(lines, fc.boolean()).map(([all, hasEnd]) => {
  const text = all.join('\n');
  return text === '' || !hasEnd ? text : `${text}\n`;
});
/** One for all files, which have at least one: an edit keeps the line break of a file, whatever the patch has. */
const lineBreak = fc.constantFrom('\n', '\r\n');
const treeFile = fc.record({ text: content, executable: fc.boolean() });
const tree = fc.dictionary(fc.constantFrom(...names), treeFile, { minKeys: 1 });

/** A second tree that has much in common with the first: files kept, edited, moved, removed, added. */
const change = fc.array(
  fc.record({
    kind: fc.constantFrom('edit', 'move', 'remove', 'add', 'mode'),
    from: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
    file: treeFile,
    at: fc.nat({ max: 60 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('apply_patch', () => {
  it('apply_patch makes of a git diff exactly what git made it from', async () => {
    await fc.assert(
      fc.asyncProperty(tree, change, lineBreak, async (before, changes, mark) => {
        const after = changes.reduce(applied, before);
        const edit = temporaryEdit();
        const repository = join(edit.base, 'repository');
        mkdirSync(repository);
        const git = (...args: string[]): string =>
          execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
            cwd: repository,
            encoding: 'utf8',
          });
        git('init', '-q');
        writeTree(repository, before, mark);
        git('add', '-A');
        git('commit', '-q', '--allow-empty', '-m', 'before');
        for (const name of readdirSync(repository))
          if (name !== '.git') rmSync(join(repository, name), { recursive: true });
        writeTree(repository, after, mark);
        git('add', '-A');
        const patch = git('diff', '--cached', '-M', '--no-color', '--no-ext-diff');
        fc.pre(patch !== '');
        writeTree(edit.root, before, mark);
        const result = await edit.run('apply_patch', { patch });
        expect(result.ok || `${result.error.code} ${result.error.message}\n${patch}`).toBe(true);
        cpSync(repository, join(edit.base, 'expected'), { recursive: true });
        rmSync(join(edit.base, 'expected/.git'), { recursive: true });
        expect(filesOf(edit.root)).toEqual(filesOf(join(edit.base, 'expected')));
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

function applied(
  files: Tree,
  { kind, from, to, file, at }: { kind: string; from: string; to: string; file: TreeFile; at: number },
): Tree {
  const { [from]: old, ...others } = files;
  if (kind === 'add') return { ...files, [from]: file };
  if (old === undefined) return files;
  if (kind === 'remove') return others;
  if (kind === 'mode') return { ...files, [from]: { ...old, executable: !old.executable } };
  const kept = old.text.split('\n');
  const edited = { ...old, text: kept.toSpliced(at % kept.length, 1, 'EDITED', 'TWICE').join('\n') };
  if (kind === 'edit') return { ...files, [from]: edited };
  return files[to] === undefined ? { ...others, [to]: old } : files;
}

function writeTree(folder: string, files: Tree, mark: string): void {
  for (const [name, { text, executable }] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text.replaceAll('\n', mark));
    chmodSync(join(folder, name), executable ? 0o755 : 0o644);
  }
}

/** Folders that a move left empty are no matter of git's. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(folderContent(folder)).filter(([name]) => !name.endsWith('/')));
}
