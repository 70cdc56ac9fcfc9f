import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { diffParameters, diffValueSchema } from '../diff/diff-schema.ts';
import { diffSummary, diffText } from '../diff/diff-text.ts';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import {
  offsetParameter,
  pathsParameter,
  readingCapabilities,
  repositoryParameter,
  revisionParameter,
} from '../repository/parameters.ts';
import { previewText } from '../repository/preview-text.ts';
import { gitDiff } from './git-diff.ts';
import type { GitDiffParams, GitDiffValue } from './git-diff.ts';
import { version } from '../version.ts';

/** The `git_diff` tool without the rest of the pack. */
export function gitDiffTool(options: GitOptions = {}): Tool<'git_diff', GitDiffParams, GitDiffValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_diff',
    description:
      'Shows changes in a git repository as a unified diff: by default those that are not staged yet; with staged, those that the next commit ' +
      'will have; with from, those since a commit; with from and to, those between two commits. Untracked files are in git_status.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      staged: Type.Optional(
        Type.Boolean({ description: 'Compare the index with HEAD (or with from).', default: false }),
      ),
      from: Type.Optional(revisionParameter('The older commit, branch or tag.')),
      to: Type.Optional(revisionParameter('The newer commit, branch or tag. Default: the working files.')),
      mergeBase: Type.Optional(
        Type.Boolean({
          description: 'Start where from and to diverged: what the branch `to` has changed since it left `from`.',
          default: false,
        }),
      ),
      paths: pathsParameter,
      ignoreWhitespace: Type.Optional(Type.Boolean({ description: 'Ignore changes of blanks.', default: false })),
      ...diffParameters,
      offset: offsetParameter('How many changed files to skip.'),
    }),
    output: Type.Object({
      repository: Type.String(),
      from: Type.String({ description: "A commit id, 'index' or 'nothing'." }),
      to: Type.String({ description: "A commit id, 'index' or 'working files'." }),
      ...diffValueSchema,
    }),
    capabilities: readingCapabilities,
    limits: settings.limits,
    parameterAliases: { cached: 'staged', context: 'contextLines' },
    resources: () => [allFilesResource('read')],
    execute: async (params, context) => ok(await gitDiff(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: diffText(value) }],
    preview: (result, maxLines) =>
      result.ok ? previewText(diffSummary(result.value), diffText(result.value), maxLines) : [result.error.message],
  });
}
