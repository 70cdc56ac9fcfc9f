import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { FILE_STATE } from '../git-status/file-state-schema.ts';
import { repositoryParameter, writingCapabilities } from '../repository/parameters.ts';
import { gitAdd, planGitAdd } from './git-add.ts';
import type { GitAddParams, GitAddValue } from './git-add.ts';
import { version } from '../version.ts';

/** The `git_add` tool without the rest of the pack. */
export function gitAddTool(options: GitOptions = {}): Tool<'git_add', GitAddParams, GitAddValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_add',
    description:
      'Stages changed, new and deleted files for the next commit, or takes them out of the index again (unstage). Files keep their content.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      paths: Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
        description:
          'Files and folders, relative to the workspace root; "." for everything. Names are taken literally, not as globs.',
        minItems: 1,
        maxItems: 500,
        examples: [['src/index.ts']],
      }),
      unstage: Type.Optional(Type.Boolean({ description: 'Take the files out of the index instead.', default: false })),
      trackedOnly: Type.Optional(Type.Boolean({ description: 'Leave out new files.', default: false })),
      includeIgnored: Type.Optional(
        Type.Boolean({ description: 'Also files that .gitignore excludes.', default: false }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      files: Type.Array(Type.Object({ path: Type.String(), staged: FILE_STATE })),
      total: Type.Integer(),
      truncated: Type.Boolean(),
      undo: Type.String({ description: 'How to take it back.' }),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...writingCapabilities(settings), idempotent: false, retryable: true },
    requiresApproval: true,
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitAdd(params, { settings, context })),
    execute: async (params, context) => ok(await gitAdd(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ files, total, truncated, undo, notes = [] }: GitAddValue): string[] {
  return [
    `${total} ${total === 1 ? 'file' : 'files'} changed in the index.`,
    ...files.map(
      ({ path, staged }) => `${staged === 'unmodified' ? 'not staged' : `${staged} (staged)`}: ${printable(path)}`,
    ),
    ...(truncated ? [`[${total - files.length} more]`] : []),
    ...notes.map((note) => `[${note}]`),
    ...(total > 0 ? [`To take it back: ${undo}`] : []),
  ];
}
