import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { gitErrors } from '../errors.ts';
import { openRepository, repositoryPath } from '../repository/repository.ts';
import type { GitCall } from '../repository/repository.ts';
import { resolveRevision } from '../repository/resolve-revision.ts';
import { parseBlame } from './parse-blame.ts';
import type { BlameHunk } from './parse-blame.ts';

export interface GitBlameParams {
  readonly repository?: string;
  readonly path: string;
  readonly revision?: string;
  readonly startLine?: number;
  readonly limit?: number;
  readonly ignoreWhitespace?: boolean;
}

export interface GitBlameValue {
  repository: string;
  path: string;
  hunks: BlameHunk[];
  truncated: boolean;
  nextLine?: number;
  notes?: string[];
}

/** Who changed each line of a file last. Throws a ToolFailure. */
export async function gitBlame(params: GitBlameParams, call: GitCall): Promise<GitBlameValue> {
  const { startLine = 1, limit = 500, ignoreWhitespace = false } = params;
  const repository = await openRepository(call, params);
  const path = await repositoryPath(params.path, repository, call.context);
  if (path === '') throw new ToolFailure(workspaceErrors.IS_DIRECTORY({ message: `${params.path} is a folder.` }));
  const shown = repository.shown(path);
  const commit = params.revision === undefined ? [] : [await resolveRevision(repository, params.revision)];
  const output = await repository.try([
    'blame',
    '--porcelain',
    '--no-textconv',
    '--no-progress',
    '--encoding=UTF-8',
    ...(ignoreWhitespace ? ['-w'] : []),
    `-L${startLine},+${limit + 1}`,
    ...commit,
    '--',
    path,
  ]);
  if (output.exitCode !== 0 && !output.truncated)
    throw blameFailure(output.stderr, shown) ?? repository.failure(output, 'blame');
  const hunks = parseBlame(output.stdout, path).map(({ from, ...hunk }) => ({
    ...hunk,
    ...(from !== undefined && { from: repository.shown(from) }),
  }));
  const { kept, truncated } = firstLines(hunks, limit);
  const nextLine = startLine + limit;
  return {
    repository: repository.display,
    path: shown,
    hunks: kept,
    truncated: truncated || output.truncated,
    ...(truncated && { nextLine, notes: [`The file goes on: continue with startLine: ${nextLine}.`] }),
  };
}

function firstLines(
  hunks: readonly BlameHunk[],
  limit: number,
): { readonly kept: BlameHunk[]; readonly truncated: boolean } {
  const kept: BlameHunk[] = [];
  let left = limit;
  for (const hunk of hunks) {
    if (left === 0) return { kept, truncated: true };
    const lines = hunk.lines.slice(0, left);
    kept.push({ ...hunk, endLine: hunk.startLine + lines.length - 1, lines });
    left -= lines.length;
    if (lines.length < hunk.lines.length) return { kept, truncated: true };
  }
  return { kept, truncated: false };
}

function blameFailure(stderr: string, path: string): ToolFailure | undefined {
  const [, total] = /has only (\d+) lines?/.exec(stderr) ?? [];
  if (total !== undefined)
    return new ToolFailure(
      gitErrors.LINE_OUT_OF_RANGE({
        message: `${printable(path)} has only ${total} lines.`,
        details: { total: Number(total) },
      }),
    );
  if (/no such path|no such ref|Cannot (?:lstat|stat)|No such file/i.test(stderr))
    return new ToolFailure(
      workspaceErrors.FILE_NOT_FOUND({ message: `${printable(path)} is not tracked by git in this commit.` }),
    );
  return undefined;
}
