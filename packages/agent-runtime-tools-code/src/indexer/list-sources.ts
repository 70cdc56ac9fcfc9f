import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { withPathSuggestions, workspaceErrors, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { CodeCall } from '../code-engine.ts';
import { codeErrors } from '../errors.ts';
import { languageOf, LANGUAGES, type Language } from './source-languages.ts';

export interface SourceFile {
  /** As the workspace displays it. */
  readonly path: string;
  readonly language: Language;
  readonly size: number;
  readonly modifiedMs: number;
}

/** The source files below a path. */
export interface SourceScope {
  /** As the workspace displays it. */
  readonly folder: string;
  readonly isFile: boolean;
  readonly files: readonly SourceFile[];
  /** Every folder was listed. */
  readonly isComplete: boolean;
  /** Which files were left out, and why. */
  readonly notes: readonly string[];
}

/** Lists the source files of a folder, or the one file, by path. Skips ignored files, dependencies and very large files. */
export async function listSources(workspace: Workspace, path: string, call: CodeCall): Promise<SourceScope> {
  return await withPathSuggestions(workspace, async () => {
    const { kind, file, size, modifiedMs } = await workspace.stat(path, { ...call.owner });
    if (kind === 'directory') return await listFolder(workspace, file.display, call);
    const language = languageOf(file.path);
    if (kind !== 'file')
      throw new ToolFailure(
        workspaceErrors.NOT_A_FILE({ message: `${path} is not a regular file.`, details: { path } }),
      );
    if (language === undefined) throw new ToolFailure(unsupported(file.display));
    if (size > MAX_FILE_BYTES)
      throw new ToolFailure(
        workspaceErrors.TOO_LARGE({
          message: `${file.display} has ${size} bytes; source files of up to ${MAX_FILE_BYTES} bytes are parsed.`,
          suggestion: 'Use grep or read_file for this file.',
          details: { path: file.display, size },
        }),
      );
    const found = { path: file.display, language, size, modifiedMs };
    return { folder: file.display, isFile: true, files: [found], isComplete: true, notes: [] };
  });
}

async function listFolder(workspace: Workspace, folder: string, call: CodeCall): Promise<SourceScope> {
  const listing = await workspace.list(folder, {
    recursive: true,
    limit: MAX_ENTRIES,
    ...(call.signal !== undefined && { signal: call.signal }),
    ...call.owner,
  });
  const isDependency = (path: string): boolean => path.slice(folder.length).split('/').includes('node_modules');
  const sources = listing.entries.flatMap(({ path, type, size, modifiedMs }) => {
    const language = type === 'file' ? languageOf(path) : undefined;
    return language === undefined || isDependency(path) ? [] : [{ path, language, size, modifiedMs }];
  });
  const files = sources.filter(({ size }) => size <= MAX_FILE_BYTES);
  const notes: string[] = [];
  const large = sources.length - files.length;
  if (large > 0) notes.push(`${large} files of more than ${MAX_FILE_BYTES} bytes were left out.`);
  if (!listing.complete || listing.truncated) notes.push('The folder has too many entries; not all of them were read.');
  if (listing.unreadable.length > 0)
    notes.push(`Folders that cannot be read: ${listing.unreadable.slice(0, 10).join(', ')}.`);
  return { folder: listing.folder.display, isFile: false, files, isComplete: notes.length === 0, notes };
}

function unsupported(path: string): ReturnType<typeof codeErrors.UNSUPPORTED_LANGUAGE> {
  return codeErrors.UNSUPPORTED_LANGUAGE({
    message: `${path} is not in a supported language (${LANGUAGES.join(', ')}).`,
    details: { path },
  });
}

export const MAX_FILE_BYTES = 1024 * 1024;
const MAX_ENTRIES = 200_000;
