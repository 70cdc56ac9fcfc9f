import { definePack } from '@ku0/agent-runtime-tools-core';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeScope } from './change-scope.ts';
import { deleteFileTool } from './delete-file/delete-file.tool.ts';
import { listChangesTool } from './list-changes/list-changes.tool.ts';
import { listDirectoryTool } from './list-directory/list-directory.tool.ts';
import { moveFileTool } from './move-file/move-file.tool.ts';
import type { ReadLimits } from './read-limits.ts';
import { readFileTool } from './read-file/read-file.tool.ts';
import { readArtifactTool } from './read-artifact/read-artifact.tool.ts';
import { readTool } from './read/read.tool.ts';
import { undoChangeTool } from './undo-change/undo-change.tool.ts';
import { writeFileTool } from './write-file/write-file.tool.ts';
import { packVersions } from './version.ts';

export interface FilesPackOptions {
  /** How much one call may read. */
  readonly read?: Partial<ReadLimits>;
  /** Which changes `list_changes` and `undo_change` see. Default: those of the calling task. */
  readonly changes?: ChangeScope;
}

/** Tools that list, read, write, move and delete files, undo changes, and read artifacts. */
export function filesPack({ read = {}, changes = 'task' }: FilesPackOptions = {}) {
  return definePack({
    name: 'files',
    ...packVersions,
    tools: [
      listDirectoryTool,
      readFileTool(read),
      readTool(read),
      writeFileTool,
      deleteFileTool,
      moveFileTool,
      undoChangeTool(changes),
      listChangesTool(changes),
      readArtifactTool,
    ],
    aliases: { list_files: 'list_directory', write_to_file: 'write_file', write: 'write_file', new_rule: 'write_file' },
    services: { workspace: { provideWith: PROVIDE_WORKSPACE } },
  });
}
