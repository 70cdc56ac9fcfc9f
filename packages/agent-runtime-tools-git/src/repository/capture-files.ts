import { join } from 'node:path';
import { ownerOf } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { utf8Text } from '../run/output-bytes.ts';
import type { Repository } from './repository.ts';
import type { FileName } from './working-files.ts';

/** Runs git commands that overwrite files, and records what they changed, so that undo brings the old content back. */
export async function captureFiles<T>(
  repository: Repository,
  files: readonly FileName[],
  context: ToolContext,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly changeId: string | undefined; readonly notes: string[] }> {
  const named = files.filter(({ path, bytes }) => utf8Text(bytes).isText && !repository.isHidden(path));
  const { callId, callKey, tool, signal } = context;
  const { value, change, warnings } = await repository.workspace.capture(work, {
    paths: named.map(({ path }) => join(repository.folder, path)),
    ...ownerOf(context),
    callId,
    callKey,
    tool: tool.name,
    signal,
  });
  const unnamed = files.length - named.length;
  const notes = [
    ...warnings,
    ...(unnamed > 0
      ? [`The old content of ${unnamed} files is not kept: they are hidden, or their names are not UTF-8.`]
      : []),
  ];
  return { value, changeId: change.id === '' ? undefined : change.id, notes };
}
