import { availableParallelism } from 'node:os';
import type { FileFilter } from '../patterns/file-filter.ts';
import type { IgnoreFiles } from '../scope/ignore-files.ts';
import { escapeGlob } from '../scope/inherited-rules.ts';
import type { SearchScope } from '../scope/search-scope.ts';

/** The arguments that select files. Settings of the machine and the user, and files above the root, have no effect. */
export function commonArguments(
  { start, includeIgnored }: SearchScope,
  { files: { names, type, exclude }, ignored }: { files: FileFilter; ignored: IgnoreFiles },
): string[] {
  const prefix = start === '.' ? '' : `/${escapeGlob(start)}`;
  return [
    '--no-config',
    '--color=never',
    `--threads=${threadCount()}`,
    '--hidden',
    '--no-follow',
    '--no-require-git',
    '--no-ignore-dot',
    '--no-ignore-global',
    '--no-ignore-parent',
    '--no-ignore-messages',
    ...(includeIgnored ? ['--no-ignore-vcs', '--no-ignore-exclude'] : []),
    ...ALWAYS_EXCLUDED.map((glob) => `--glob=!${glob}`),
    ...exclude.map((glob) => `--glob=!${prefix}${glob}`),
    ...ignored.hidden.map((glob) => `--iglob=!${glob}`),
    ...ignored.paths.map((path) => `--ignore-file=${path}`),
    ...(names === undefined
      ? []
      : [...names.map((name) => `--type-add=${INCLUDE_TYPE}:${name}`), `--type=${INCLUDE_TYPE}`]),
    ...(type === undefined ? [] : [`--type=${type}`]),
  ];
}

/** One more thread than processors, so that none is idle while a thread waits for the disk. */
function threadCount(): number {
  return Math.min(availableParallelism() + 1, MAX_THREADS);
}

const MAX_THREADS = 12;

/** The path to search, which must be the last argument. */
export function startArgument({ start }: SearchScope): string[] {
  return ['--', start === '.' ? './' : `./${start}`];
}

/** `.git`, and temporary files of the workspace's transactions. */
const ALWAYS_EXCLUDED = ['.git', '.toolbox-*-[0-9]*.new', '.toolbox-*-[0-9]*.old'];
const INCLUDE_TYPE = 'asked';
