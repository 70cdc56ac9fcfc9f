import { Type } from '@ku0/agent-runtime-tools-core';

/** The properties of a value with a diff. */
export const diffValueSchema = {
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      from: Type.Optional(Type.String({ description: 'The old path of a renamed or copied file.' })),
      status: Type.Enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type-changed', 'unmerged']),
      added: Type.Optional(Type.Integer({ description: 'Added lines; absent for binary files.' })),
      removed: Type.Optional(Type.Integer()),
      binary: Type.Optional(Type.Literal(true)),
    }),
  ),
  diff: Type.String({ description: 'A unified diff of these files.' }),
  total: Type.Integer({ description: 'The number of changed files.' }),
  added: Type.Integer({ description: 'The added lines of all files.' }),
  removed: Type.Integer(),
  truncated: Type.Boolean(),
  nextOffset: Type.Optional(Type.Integer({ description: 'The offset of the first file that is not in the diff.' })),
  notes: Type.Optional(Type.Array(Type.String())),
};

/** The parameters that choose a part of a diff. */
export const diffParameters = {
  contextLines: Type.Optional(
    Type.Integer({ description: 'Unchanged lines around each change.', minimum: 0, maximum: 1000, default: 3 }),
  ),
  patch: Type.Optional(Type.Boolean({ description: 'False for the list of files without their diff.', default: true })),
  limit: Type.Optional(Type.Integer({ description: 'The most files.', minimum: 1, maximum: 5000, default: 300 })),
};
