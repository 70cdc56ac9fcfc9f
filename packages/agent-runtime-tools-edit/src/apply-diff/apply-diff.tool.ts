import { Type } from '@ku0/agent-runtime-tools-core';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';
import { diffExample, diffFormat } from './diff-format.ts';

/** The `apply_diff` tool without the rest of the pack. */
export function applyDiffTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'apply_diff',
    description: `Applies SEARCH/REPLACE blocks to a file, all of them or none. ${diffFormat}`,
    parameters: Type.Object({
      path: Type.String({
        description: 'The file, relative to the workspace root.',
        minLength: 1,
        examples: ['src/index.ts'],
      }),
      diff: Type.String({ description: 'One or more SEARCH/REPLACE blocks.', minLength: 1, examples: [diffExample] }),
    }),
    parameterAliases: { file_path: 'path' },
    limits,
    files: ({ path }) => [{ path, access: 'write' }],
    resources: ({ path }) => writeResources([path]),
    work: async (edit, params) => (await import('./apply-diff.ts')).applyDiff(edit, params),
  });
}
