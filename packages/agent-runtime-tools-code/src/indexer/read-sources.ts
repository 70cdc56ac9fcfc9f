import { isUtf8 } from 'node:buffer';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { CodeCall } from '../code-engine.ts';
import type { SourceText } from '../parser/parse-task.ts';
import { MAX_FILE_BYTES, type SourceFile } from './list-sources.ts';

/** Reads the text of source files, each with a hash of its bytes. Files that were removed in the meantime or cannot be read are left out. */
export async function readSources<File extends SourceFile>(
  workspace: Workspace,
  files: readonly File[],
  { owner, signal }: CodeCall,
): Promise<{ readonly file: File; readonly source: SourceText; readonly hash: string }[]> {
  const read = await Promise.all(
    files.map(async (file) => {
      try {
        const { bytes, hash } = await workspace.read(file.path, { ...owner, track: false, maxBytes: MAX_FILE_BYTES });
        const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replace(/^\uFEFF/, ' ');
        return [{ file, source: { path: file.path, text, language: file.language }, hash }];
      } catch (error) {
        if (error instanceof ToolFailure) return [];
        throw error;
      }
    }),
  );
  signal?.throwIfAborted();
  return read.flat();
}
