import { availableParallelism } from 'node:os';
import type { FileFilter } from '../patterns/file-filter.ts';
import type { IgnoreFiles } from '../scope/ignore-files.ts';
import { escapeGlob } from '../scope/inherited-rules.ts';
import type { SearchScope } from '../scope/search-scope.ts';

/** What decides which files are looked at. Nothing of the machine or its user counts, and nothing above the root. */
export function commonArguments(
  { start, includeIgnored }: SearchScope,
  { files: { names, type, exclude }, ignored }: { files: FileFilter; ignored: IgnoreFiles },
): string[] {
  const prefix = start === '.' ? '' : `/${escapeGlob(start)}`;
  return [
    '--no-config',
    '--color=never',
    `--threads=${threads()}`,
    '--hidden',
    '--no-follow',
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-global',
    '--no-ignore-parent',
    '--no-ignore-messages',
    ...(includeIgnored ? ['--no-ignore-vcs', '--no-ignore-exclude'] : []),
    ...NEVER_SHOWN.map((glob) => `--glob=!${glob}`),
    ...exclude.map((glob) => `--glob=!${prefix}${glob}`),
    ...ignored.hidden.map((glob) => `--iglob=!${glob}`),
    ...ignored.paths.map((path) => `--ignore-file=${path}`),
    ...(names === undefined ? [] : [...names.map((name) => `--type-add=${OWN_TYPE}:${name}`), `--type=${OWN_TYPE}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
  ];
}

/** One more than ripgrep would take: while one waits for the disk, the processors have something to do. */
function threads(): number {
  return Math.min(availableParallelism() + 1, MAX_THREADS);
}

const MAX_THREADS = 12;

/** Where to look, last of all arguments. */
export function startArgument({ start }: SearchScope): string[] {
  return ['--', start === '.' ? './' : `./${start}`];
}

/** The history, and what a running transaction of the workspace puts beside the files it writes. */
const NEVER_SHOWN = ['.git', '.toolbox-*-[0-9]*.new', '.toolbox-*-[0-9]*.old'];
const OWN_TYPE = 'asked';
