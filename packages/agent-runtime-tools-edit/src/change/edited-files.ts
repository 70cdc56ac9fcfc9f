import { Type, type Static } from '@ku0/agent-runtime-tools-core';

/** One place of a file that a call changed. */
export const editedHunk = Type.Object({
  index: Type.Integer({ description: 'Which hunk of the call for this file, from 0.' }),
  status: Type.Literal('applied'),
  line: Type.Integer({ description: 'Where it begins in the file as it was, from 1.' }),
  similarity: Type.Number({ description: '1 when the search text stood there exactly.' }),
  how: Type.Optional(
    Type.Union([Type.Literal('exact'), Type.Literal('normalised'), Type.Literal('indentation'), Type.Literal('fuzzy')]),
  ),
  count: Type.Optional(Type.Integer({ description: 'How many places were changed, when there were several.' })),
});

export const editedFile = Type.Object({
  path: Type.String({ description: 'Relative to the workspace root.' }),
  status: Type.Union([
    Type.Literal('created'),
    Type.Literal('modified'),
    Type.Literal('deleted'),
    Type.Literal('moved'),
  ]),
  from: Type.Optional(Type.String({ description: 'Where it was before, when it was moved.' })),
  hunks: Type.Array(editedHunk),
  diff: Type.String({ description: 'Unified diff of the change; cut where it is very long.' }),
  added: Type.Integer({ description: 'Lines added.' }),
  removed: Type.Integer({ description: 'Lines removed.' }),
  replacements: Type.Optional(Type.Integer({ description: 'How many places were replaced.' })),
});

/** The value of every tool of this pack. */
export const editedFiles = Type.Object({ files: Type.Array(editedFile) });

export type EditedHunk = Static<typeof editedHunk>;
export type EditedFile = Static<typeof editedFile>;
export type EditedFiles = Static<typeof editedFiles>;
