import { Type, type Static } from '@ku0/agent-runtime-tools-core';

const globText = { minLength: 1, maxLength: 2_000 };

export const globParameters = Type.Object(
  {
    pattern: Type.Optional(
      Type.String({
        description:
          'Glob from path: "*.md" is in path itself, "**/*.ts" in any folder, "src/**/*.{ts,tsx}" below src.',
        ...globText,
        examples: ['**/*.ts'],
      }),
    ),
    patterns: Type.Optional(
      Type.Array(Type.String(globText), {
        description: 'Several globs: files that match any of them. A glob that begins with "!" excludes files.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    path: Type.Optional(Type.String({ description: 'Folder to search.', default: '.', minLength: 1 })),
    exclude: Type.Optional(
      Type.Array(Type.String(globText), {
        description: 'Globs of files and folders to exclude: "dist" or "*.test.ts" in any folder, "src/old" from path.',
        maxItems: 100,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: 'Maximum number of files to return.', minimum: 1, maximum: 10_000, default: 1_000 }),
    ),
    includeIgnored: Type.Optional(
      Type.Boolean({ description: 'Also list files that .gitignore excludes.', default: false }),
    ),
    sort: Type.Optional(
      Type.Union([Type.Literal('modified'), Type.Literal('path')], {
        description: 'modified: latest first; path: alphabetically.',
        default: 'path',
      }),
    ),
  },
  // Neither parameter is required by itself, so the example call has to be given.
  { examples: [{ pattern: '**/*.ts' }] },
);

export type GlobParameters = Static<typeof globParameters>;

export const globOutput = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      size: Type.Integer({ description: 'In bytes.' }),
      modified: Type.String({ description: 'ISO 8601.' }),
    }),
  ),
  total: Type.Integer({ description: 'Number of matching files; at least that many unless complete.' }),
  complete: Type.Boolean({ description: 'Every folder was searched completely.' }),
  truncated: Type.Boolean({ description: 'There is more than was returned.' }),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What was not searched, and why.' })),
});

export type GlobValue = Static<typeof globOutput>;
