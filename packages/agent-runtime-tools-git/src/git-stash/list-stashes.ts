import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { splitAtNul } from '../config/read-config.ts';
import { gitErrors } from '../errors.ts';
import type { Repository } from '../repository/repository.ts';
import { findCommit } from '../repository/resolve-revision.ts';
import { namesFrom } from '../repository/working-files.ts';
import type { FileName } from '../repository/working-files.ts';

export interface Stash {
  /** 0 is the newest. */
  index: number;
  commit: string;
  message: string;
  date: string;
}

/** The stashes, newest first. */
export async function listStashes(repository: Repository, limit: number): Promise<Stash[]> {
  if ((await findCommit(repository, 'refs/stash')) === undefined) return [];
  const { stdout } = await repository.run([
    'log',
    '--walk-reflogs',
    '-z',
    '--format=%H%x00%gs%x00%cI',
    `--max-count=${limit}`,
    '--no-patch',
    '--no-show-signature',
    'refs/stash',
    '--',
  ]);
  const fields = splitAtNul(stdout).map((field) => field.toString('utf8'));
  const stashes: Stash[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [commit = '', message = '', date = ''] = fields.slice(at, at + FIELDS);
    stashes.push({ index: stashes.length, commit, message, date });
  }
  return stashes;
}

const FIELDS = 3;

/** One stash. Throws if there is none with this number. */
export async function stashAt(repository: Repository, index: number): Promise<Stash> {
  const stashes = await listStashes(repository, index + 1);
  const stash = stashes[index];
  if (stash !== undefined) return stash;
  throw new ToolFailure(
    gitErrors.UNKNOWN_REVISION({
      message:
        stashes.length === 0 ? 'There are no stashes.' : `There is no stash ${index}; there are ${stashes.length}.`,
      suggestion: 'Call git_stash with action: list.',
    }),
  );
}

/** The files in a stash: changed ones, and new ones that were untracked. */
export async function filesOfStash(
  repository: Repository,
  { commit }: Stash,
): Promise<{ changed: FileName[]; untracked: FileName[] }> {
  const changed = await namesFrom(repository, [
    'diff',
    '--name-only',
    '--no-renames',
    '-z',
    `${commit}^1`,
    commit,
    '--',
  ]);
  const parent = await findCommit(repository, `${commit}^3`);
  const untracked =
    parent === undefined
      ? []
      : await namesFrom(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', parent]);
  return { changed, untracked };
}

/** A sentence that says how to get a dropped stash back. */
export function restoreText({ commit, message }: Stash): string {
  const shown = printable(message).replaceAll(/["$`\\]/g, '');
  return `Run \`git stash store -m "${shown}" ${commit}\`: the stash comes back.`;
}
