import { printable, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { requireWorkspace, workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from '../change/edit-limits.ts';
import type { TargetFile } from '../change/approval-snapshot.ts';
import { throwFailure } from '../errors.ts';
import { matchGlob } from './match-glob.ts';
import { splitGlob } from './split-glob.ts';

/**
 * The regular files that match a glob, without ignored and hidden ones. Links are not followed.
 */
export async function findFiles(glob: string, context: ToolContext, limits: EditLimits): Promise<TargetFile[]> {
  const { folder, rest } = splitGlob(glob);
  if (rest === '') return [{ path: folder, access: 'write' }];
  const { signal } = context;
  const listing = await requireWorkspace(context).list(folder, {
    recursive: true,
    includeHidden: /(?:^|[/{,])\./.test(rest),
    limit: MAX_ENTRIES,
    signal,
  });
  if (listing.truncated) throwFailure(tooMany(glob, `has to search more than ${MAX_ENTRIES} entries`));
  const { display } = listing.folder;
  const below = display === '.' ? '' : `${display}/`;
  const paths = listing.entries.filter(({ type }) => type === 'file').map(({ path }) => path.slice(below.length));
  const found = await matchGlob(rest, paths, { signal });
  if (found.length > limits.maxFiles)
    throwFailure(tooMany(glob, `matches ${found.length} files, more than the limit of ${limits.maxFiles}`));
  if (found.length === 0) throwFailure(noMatchingFile(glob));
  return found.map((path) => ({ path: below + path, access: 'write' }));
}

const MAX_ENTRIES = 100_000;

function tooMany(glob: string, what: string): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `The glob ${printable(glob)} ${what}.`,
    suggestion: 'Begin the glob with a folder, or make several calls with narrower globs.',
    details: { glob },
  });
}

function noMatchingFile(glob: string): ReturnType<typeof workspaceErrors.FILE_NOT_FOUND> {
  return workspaceErrors.FILE_NOT_FOUND({
    message: `No file matches the glob ${printable(glob)}.`,
    suggestion: 'List the folder to see its files. Files that .gitignore excludes are left out.',
    details: { glob },
  });
}
