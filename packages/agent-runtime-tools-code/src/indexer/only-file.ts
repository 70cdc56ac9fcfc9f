import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { CodeCall } from '../code-engine.ts';
import type { CodeIndex, IndexedFile } from './code-index.ts';

/** The record of one source file. Throws a ToolFailure if the path is a folder or the file cannot be read. */
export async function onlyFile(index: CodeIndex, path: string, call: CodeCall): Promise<IndexedFile> {
  const scope = await index.scope(path, call);
  if (!scope.isFile)
    throw new ToolFailure(
      workspaceErrors.IS_DIRECTORY({
        message: `${path} is a folder.`,
        suggestion: 'Give a source file; list_code_definitions lists those of a folder.',
        details: { path },
      }),
    );
  const [file] = scope.files;
  if (file !== undefined) return file;
  throw new ToolFailure(workspaceErrors.PERMISSION_DENIED({ message: `${path} cannot be read.`, details: { path } }));
}
