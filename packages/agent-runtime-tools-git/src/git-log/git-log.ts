import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import type { Commit } from '../commits/commit-format.ts';
import { openRepository, repositoryPath } from '../repository/repository.ts';
import type { GitCall } from '../repository/repository.ts';
import { findCommit, resolveRevision } from '../repository/resolve-revision.ts';

export interface GitLogParams {
  readonly repository?: string;
  readonly revision?: string;
  readonly exclude?: string;
  readonly all?: boolean;
  readonly paths?: readonly string[];
  readonly follow?: boolean;
  readonly firstParent?: boolean;
  readonly author?: string;
  readonly message?: string;
  readonly changed?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

export interface GitLogValue {
  repository: string;
  commits: Commit[];
  truncated: boolean;
  nextOffset?: number;
  notes?: string[];
}

/** The commits that a revision contains, newest first. Throws a ToolFailure. */
export async function gitLog(params: GitLogParams, call: GitCall): Promise<GitLogValue> {
  const { revision = 'HEAD', all = false, follow = false, limit = 20, offset = 0 } = params;
  if (follow && params.paths?.length !== 1)
    throw new ToolFailure(coreErrors.VALIDATION_ERROR({ message: 'follow needs exactly one path, that of a file.' }));
  const repository = await openRepository(call, params);
  const paths: string[] = [];
  for (const path of params.paths ?? []) paths.push((await repositoryPath(path, repository, call.context)) || '.');
  if (revision === 'HEAD' && (await findCommit(repository, 'HEAD')) === undefined && !all)
    return { repository: repository.display, commits: [], truncated: false, notes: ['There are no commits yet.'] };
  const start = all ? ['--branches', '--tags', '--remotes'] : [await resolveRevision(repository, revision)];
  const end = params.exclude === undefined ? [] : [`^${await resolveRevision(repository, params.exclude)}`];
  const output = await repository.run([
    'log',
    ...COMMIT_FORMAT,
    '--ignore-submodules=dirty',
    `--max-count=${limit + 1}`,
    `--skip=${offset}`,
    ...(params.firstParent === true ? ['--first-parent'] : []),
    ...filters(params),
    ...(follow ? ['--follow', '--no-patch'] : ['--no-follow', '--no-patch']),
    ...start,
    ...end,
    '--',
    ...paths,
  ]);
  const found = parseCommits(output.stdout);
  const commits = found.slice(0, limit);
  const truncated = found.length > limit || output.truncated;
  const nextOffset = offset + commits.length;
  return {
    repository: repository.display,
    commits,
    truncated,
    ...(truncated && { nextOffset, notes: [`There are more commits: continue with offset: ${nextOffset}.`] }),
  };
}

/** Each text is part of one argument, so it cannot become an option. */
function filters({ author, message, changed, since, until }: GitLogParams): string[] {
  return [
    ...(author === undefined && message === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case']),
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(message === undefined ? [] : [`--grep=${message}`]),
    ...(changed === undefined ? [] : [`-S${changed}`]),
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(until === undefined ? [] : [`--until=${until}`]),
  ];
}
