import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import type { GitOptions } from '../git-options.ts';
import { gitSettings } from '../git-options.ts';
import { pathsParameter, readingCapabilities, repositoryParameter } from '../repository/parameters.ts';
import { previewText } from '../repository/preview-text.ts';
import { FILE_STATE } from './file-state-schema.ts';
import { gitStatus } from './git-status.ts';
import type { GitStatusParams, GitStatusValue } from './git-status.ts';
import { headLine, statusText } from './status-text.ts';
import { version } from '../version.ts';

/** The `git_status` tool without the rest of the pack. */
export function gitStatusTool(options: GitOptions = {}): Tool<'git_status', GitStatusParams, GitStatusValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_status',
    description:
      'Shows the branch of a git repository, how far it is from its upstream, and the files that are staged, changed, untracked or in conflict.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      paths: pathsParameter,
      untracked: Type.Optional(
        Type.Enum(['all', 'folders', 'none'], {
          description: 'Untracked files one by one, only the topmost untracked folders, or none.',
          default: 'all',
        }),
      ),
      includeIgnored: Type.Optional(
        Type.Boolean({ description: 'Also files that .gitignore excludes.', default: false }),
      ),
      limit: Type.Optional(
        Type.Integer({ description: 'The most files.', minimum: 1, maximum: 20_000, default: 1000 }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      branch: Type.Optional(Type.String({ description: 'Absent if HEAD is detached.' })),
      detached: Type.Boolean(),
      commit: Type.Optional(Type.String({ description: 'Absent if there is no commit yet.' })),
      upstream: Type.Optional(Type.String()),
      ahead: Type.Optional(Type.Integer()),
      behind: Type.Optional(Type.Integer()),
      stashes: Type.Integer(),
      operation: Type.Optional(Type.String({ description: 'rebase, merge, cherry-pick, revert or bisect.' })),
      clean: Type.Boolean(),
      files: Type.Array(
        Type.Object({
          path: Type.String(),
          from: Type.Optional(Type.String()),
          staged: FILE_STATE,
          unstaged: FILE_STATE,
          conflict: Type.Optional(Type.String()),
          isSubmodule: Type.Optional(Type.Literal(true)),
        }),
      ),
      total: Type.Integer(),
      truncated: Type.Boolean(),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: readingCapabilities,
    limits: settings.limits,
    resources: () => [allFilesResource('read')],
    execute: async (params, context) => ok(await gitStatus(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: statusText(value) }],
    preview: (result, maxLines) =>
      result.ok ? previewText(headLine(result.value), statusText(result.value), maxLines) : [result.error.message],
  });
}
