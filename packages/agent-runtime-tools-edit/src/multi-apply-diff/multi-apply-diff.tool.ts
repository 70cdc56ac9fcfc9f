import { Type } from '@ku0/agent-runtime-tools-core';
import { diffExample, diffFormat } from '../apply-diff/diff-format.ts';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';

/** The `multi_apply_diff` tool without the rest of the pack. */
export function multiApplyDiffTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'multi_apply_diff',
    description: `Applies SEARCH/REPLACE blocks to several files: all files or none. ${diffFormat}`,
    parameters: Type.Object({
      files: Type.Array(
        Type.Object({
          path: Type.String({
            description: 'The file, relative to the workspace root. Each file once.',
            minLength: 1,
            examples: ['src/index.ts'],
          }),
          diff: Type.String({
            description: 'The SEARCH/REPLACE blocks for this file.',
            minLength: 1,
            examples: [diffExample],
          }),
        }),
        { description: 'The files and what to change in each.', minItems: 1, maxItems: 1000 },
      ),
    }),
    limits,
    files: ({ files }) => files.map(({ path }) => ({ path, access: 'write' as const })),
    resources: ({ files }) => writeResources(files.map(({ path }) => path)),
    work: async (edit, params) => (await import('./multi-apply-diff.ts')).multiApplyDiff(edit, params),
  });
}
