import type { Repository } from '../repository/repository.ts';
import { cutDiff } from './cut-diff.ts';
import { parseFiles } from './parse-files.ts';
import type { DiffFile, ListedFile } from './parse-files.ts';

export interface DiffRequest {
  /** What is compared: `--cached` and ids of commits or trees. */
  readonly range: readonly string[];
  /** Relative to the top folder. */
  readonly paths?: readonly string[];
  readonly contextLines?: number;
  readonly ignoreWhitespace?: boolean;
  /** The most files. */
  readonly limit?: number;
  readonly offset?: number;
  /** False for the list of files only. */
  readonly patch?: boolean;
}

export interface DiffValue {
  files: DiffFile[];
  /** A unified diff of these files. */
  diff: string;
  total: number;
  added: number;
  removed: number;
  truncated: boolean;
  /** The offset of the first file that is not in the diff. */
  nextOffset?: number;
  notes?: string[];
}

/** The changed files and their diff, without the files that are hidden from tools. */
export async function readDiff(repository: Repository, request: DiffRequest): Promise<DiffValue> {
  const { range, paths = [], limit = 300, offset = 0, patch = true } = request;
  const pathspec = ['--', ...paths.map((path) => path || '.')];
  const whitespace = request.ignoreWhitespace === true ? ['--ignore-all-space'] : [];
  const listed = await repository.run([
    'diff',
    ...FLAGS,
    ...whitespace,
    '--raw',
    '--numstat',
    '-z',
    ...range,
    ...pathspec,
  ]);
  const all = parseFiles(listed.stdout);
  const visible = all.filter(({ path, from }) => !repository.isHidden(path) && !isHidden(repository, from));
  const page = onePage(visible.slice(offset, offset + limit));
  const isWhole = page.length === all.length;
  const unnamed = isWhole ? [] : page.filter(({ isText }) => !isText);
  const named = page
    .filter(({ isText }) => isText)
    .flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]));
  const wantsPatch = patch && page.length > 0 && (isWhole || named.length > 0);
  const prefix = repository.display === '.' ? '' : `${repository.display.replace(/^\//, '')}/`;
  const printed = wantsPatch
    ? await repository.run(
        [
          ...(page.every(({ isText }) => isText) ? [] : ['-c', 'core.quotePath=true']),
          'diff',
          ...FLAGS,
          ...whitespace,
          '--patch',
          `--unified=${request.contextLines ?? 3}`,
          `--src-prefix=a/${prefix}`,
          `--dst-prefix=b/${prefix}`,
          ...range,
          ...(isWhole ? pathspec : ['--', ...named]),
        ],
        { maxBytes: MAX_DIFF_BYTES },
      )
    : undefined;
  const cut = cutDiff(printed?.stdout.toString('utf8') ?? '', printed?.truncated ?? false);
  const inDiff = cut.isCut ? Math.max(1, cut.files) : page.length;
  const nextOffset = offset + (patch ? inDiff : page.length);
  const hidden = all.length - visible.length;
  const notes = [
    ...(cut.isFileCut
      ? ['The diff of one file is too long and was cut. Ask for the file alone, with contextLines: 0.']
      : []),
    ...(nextOffset < visible.length ? [`Continue with offset: ${nextOffset}, or ask for some paths.`] : []),
    ...(hidden > 0 ? [`${hidden} files are hidden from tools.`] : []),
    ...(unnamed.length > 0 ? [`The diff of ${unnamed.length} files is not shown: their names are not UTF-8.`] : []),
    ...(listed.truncated ? ['There are more changed files than can be listed.'] : []),
  ];
  return {
    files: page.map((file) => shownFile(file, repository)),
    diff: cut.diff,
    total: visible.length,
    added: visible.reduce((sum, { added = 0 }) => sum + added, 0),
    removed: visible.reduce((sum, { removed = 0 }) => sum + removed, 0),
    truncated: nextOffset < visible.length || cut.isCut || listed.truncated,
    ...(nextOffset < visible.length && { nextOffset }),
    ...(notes.length > 0 && { notes }),
  };
}

/** The repository chooses no program and no format. */
const FLAGS = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '--find-renames',
  '--no-relative',
] as const;

/** Longer diffs are cut, so that a result stays readable. */
const MAX_DIFF_BYTES = 200_000;

/** As many files as fit into the arguments of one command. */
function onePage(files: readonly ListedFile[]): ListedFile[] {
  const page: ListedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += Buffer.byteLength(file.path) + Buffer.byteLength(file.from ?? '') + 16;
    if (bytes > MAX_ARGUMENT_BYTES && page.length > 0) break;
    page.push(file);
  }
  return page;
}

const MAX_ARGUMENT_BYTES = 100_000;

function isHidden(repository: Repository, path: string | undefined): boolean {
  return path !== undefined && repository.isHidden(path);
}

function shownFile({ isText: _, ...file }: ListedFile, repository: Repository): DiffFile {
  return {
    ...file,
    path: repository.shown(file.path),
    ...(file.from !== undefined && { from: repository.shown(file.from) }),
  };
}
