import { definePack } from '@ku0/agent-runtime-tools-core';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import { applyDiffTool } from './apply-diff/apply-diff.tool.ts';
import { applyPatchTool } from './apply-patch/apply-patch.tool.ts';
import type { EditLimits } from './change/edit-limits.ts';
import { editFileTool } from './edit-file/edit-file.tool.ts';
import { insertContentTool } from './insert-content/insert-content.tool.ts';
import { multiApplyDiffTool } from './multi-apply-diff/multi-apply-diff.tool.ts';
import { searchAndReplaceTool } from './search-and-replace/search-and-replace.tool.ts';
import { packVersions } from './version.ts';

/** Limits that differ from the defaults. */
export type EditPackOptions = Partial<EditLimits>;

/** The tools that change text files. */
export function editPack(options: EditPackOptions = {}) {
  return definePack({
    name: 'edit',
    ...packVersions,
    tools: [
      editFileTool(options),
      applyDiffTool(options),
      multiApplyDiffTool(options),
      applyPatchTool(options),
      searchAndReplaceTool(options),
      insertContentTool(options),
    ],
    aliases: {
      replace: 'edit_file',
      edit: 'edit_file',
      search_replace: 'edit_file',
      edit_file_anthropic: 'edit_file',
      edit_file_gemini: 'edit_file',
      edit_file_grok: 'edit_file',
      replace_in_file: 'apply_diff',
      edit_file_roo: 'apply_diff',
      edit_file_codex: 'apply_patch',
    },
    services: { workspace: { provideWith: PROVIDE_WORKSPACE } },
  });
}
