import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { ignoredNote } from '../grep/grep.ts';
import { fileFilter } from '../patterns/file-filter.ts';
import { relativeGlob, searchScope, type SearchScope } from '../scope/search-scope.ts';
import type { SearchProgress } from '../search-progress.ts';
import type { GlobAnswer, GlobEngine } from './glob-engine.ts';
import type { GlobParameters, GlobValue } from './glob-schema.ts';

export interface GlobOptions {
  readonly workspace: Workspace;
  readonly engine: GlobEngine;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress?: SearchProgress;
}

/** Finds files by name. Throws a ToolFailure for a path that cannot be searched or an invalid glob. */
export async function glob(
  parameters: GlobParameters,
  { workspace, engine, timeoutMs, signal, progress }: GlobOptions,
): Promise<{ value: GlobValue; warnings: readonly string[] }> {
  const { path = '.', includeIgnored = false, sort = 'path', limit = 1_000 } = parameters;
  const scope = await searchScope(path, { workspace, includeIgnored });
  if (scope.isFile)
    throw new ToolFailure(
      workspaceErrors.NOT_A_DIRECTORY({
        message: `${path} is a file; glob searches folders.`,
        suggestion: 'Give the folder as path and the file name as pattern.',
        details: { path },
      }),
    );
  const { included, excluded } = splitGlobs(parameters, scope);
  const files = fileFilter({ include: included, exclude: excluded, anyDepth: false });
  const answer: GlobAnswer = scope.isIgnored
    ? { files: [], total: 0, complete: true, warnings: [ignoredNote(scope)] }
    : await engine({ workspace, scope, files, sort, limit, timeoutMs, signal, progress });
  const notes = [
    ...answer.warnings,
    ...(answer.total === 0 && answer.complete ? await folderNotes(included, scope, workspace) : []),
  ];
  const value: GlobValue = {
    files: answer.files.map((file) => ({
      path: scope.display(file.path),
      size: file.size,
      modified: new Date(file.modifiedMs).toISOString(),
    })),
    total: answer.total,
    complete: answer.complete,
    truncated: !answer.complete || answer.total > answer.files.length,
    ...(notes.length > 0 && { notes }),
  };
  return { value, warnings: answer.warnings };
}

/** Splits the globs into included and excluded ones: `!` before a glob excludes. */
function splitGlobs(
  { pattern, patterns = [], exclude = [] }: GlobParameters,
  scope: SearchScope,
): { included: string[]; excluded: string[] } {
  const all = pattern === undefined ? patterns : [pattern, ...patterns];
  const included = all.filter((each) => !each.startsWith('!')).map((each) => relativeGlob(each, scope));
  const excluded = all.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  return { included: included.length === 0 ? ['**'] : included, excluded: [...exclude, ...excluded] };
}

/** Notes for globs that name a folder: they match no file, and the author most likely wanted the files in it. */
async function folderNotes(
  globs: readonly string[],
  { start, display }: SearchScope,
  workspace: Workspace,
): Promise<string[]> {
  const notes: string[] = [];
  for (const name of globs.filter((each) => !/[*?[\]{}\\]/.test(each)).slice(0, MAX_FOLDER_NOTES)) {
    const path = display(start === '.' ? name : `${start}/${name}`);
    const { kind } = await workspace.stat(path).catch(() => ({ kind: undefined }));
    if (kind === 'directory')
      notes.push(`${path} is a folder: "${name.replace(/\/+$/, '')}/**" lists the files in it.`);
  }
  return notes;
}

const MAX_FOLDER_NOTES = 5;
