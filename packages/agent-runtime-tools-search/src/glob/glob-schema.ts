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
        description: 'Several globs: files that fit any of them. One that begins with "!" leaves files out.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    path: Type.Optional(Type.String({ description: 'Folder to look in.', default: '.', minLength: 1 })),
    exclude: Type.Optional(
      Type.Array(Type.String(globText), {
        description:
          'Globs of files and folders to leave out: "dist" or "*.test.ts" in any folder, "src/old" from path.',
        maxItems: 100,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: 'Most files to return.', minimum: 1, maximum: 10_000, default: 1_000 }),
    ),
    includeIgnored: Type.Optional(
      Type.Boolean({ description: 'List what .gitignore leaves out too.', default: false }),
    ),
    sort: Type.Optional(
      Type.Union([Type.Literal('modified'), Type.Literal('path')], {
        description: 'modified: the latest first; path: by name.',
        default: 'path',
      }),
    ),
  },
  // No parameter is required by itself, so that an example made of those would be no valid call.
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
  total: Type.Integer({ description: 'Files that fit; at least that many unless complete.' }),
  complete: Type.Boolean({ description: 'Every folder was looked at to its end.' }),
  truncated: Type.Boolean({ description: 'There is more than was returned.' }),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What was not looked at, and why.' })),
});

export type GlobValue = Static<typeof globOutput>;
