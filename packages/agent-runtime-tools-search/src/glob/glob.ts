import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { ignoredNote } from '../grep/grep.ts';
import { fileFilter } from '../patterns/file-filter.ts';
import { fromStart } from '../scope/from-start.ts';
import { searchScope, type SearchScope } from '../scope/search-scope.ts';
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

/** Finds files by name. Throws a ToolFailure for what cannot be searched. */
export async function glob(
  parameters: GlobParameters,
  { workspace, engine, timeoutMs, signal, progress }: GlobOptions,
): Promise<{ value: GlobValue; warnings: readonly string[] }> {
  const { path = '.', includeIgnored = false, sort = 'path', limit = 1_000 } = parameters;
  const scope = await searchScope(path, { workspace, includeIgnored });
  if (scope.isFile)
    throw new ToolFailure(
      workspaceErrors.NOT_A_DIRECTORY({
        message: `${path} is a file; glob looks in folders.`,
        suggestion: 'Give the folder as path, and the name as pattern.',
        details: { path },
      }),
    );
  const { shown, hidden } = sortedGlobs(parameters, scope);
  const files = fileFilter({ include: shown, exclude: hidden, anyDepth: false });
  const answer: GlobAnswer = scope.isIgnored
    ? { files: [], total: 0, complete: true, warnings: [ignoredNote(scope)] }
    : await engine({ workspace, scope, files, sort, limit, timeoutMs, signal, progress });
  const notes = [
    ...answer.warnings,
    ...(answer.total === 0 && answer.complete ? await namedFolders(shown, scope, workspace) : []),
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

/** What the globs show and what they hide: `!` before one hides. */
function sortedGlobs(
  { pattern, patterns = [], exclude = [] }: GlobParameters,
  scope: SearchScope,
): { shown: string[]; hidden: string[] } {
  const all = pattern === undefined ? patterns : [pattern, ...patterns];
  const shown = all.filter((each) => !each.startsWith('!')).map((each) => fromStart(each, scope));
  const hidden = all.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  return { shown: shown.length === 0 ? ['**'] : shown, hidden: [...exclude, ...hidden] };
}

/** A glob that is the name of a folder fits no file, which is not what whoever wrote it wants to know. */
async function namedFolders(
  globs: readonly string[],
  { start, display }: SearchScope,
  workspace: Workspace,
): Promise<string[]> {
  const notes: string[] = [];
  for (const name of globs.filter((each) => !/[*?[\]{}\\]/.test(each)).slice(0, MOST_LOOKED_AT)) {
    const path = display(start === '.' ? name : `${start}/${name}`);
    const { kind } = await workspace.stat(path).catch(() => ({ kind: undefined }));
    if (kind === 'directory')
      notes.push(`${path} is a folder: "${name.replace(/\/+$/, '')}/**" lists the files in it.`);
  }
  return notes;
}

const MOST_LOOKED_AT = 5;
