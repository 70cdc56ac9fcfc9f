import { Type } from '@ku0/agent-runtime-tools-core';
import { SYMBOL_KINDS } from './indexer/code-file.ts';
import { LANGUAGES } from './indexer/source-languages.ts';

export const kindSchema = Type.Enum([...SYMBOL_KINDS], { type: 'string', description: 'What a definition is.' });
export const languageSchema = Type.Enum([...LANGUAGES], { type: 'string', description: 'Language of the file.' });

export const precisionSchema = Type.Union([Type.Literal('semantic'), Type.Literal('syntactic')], {
  description: 'semantic: names were resolved by a compiler; syntactic: names were matched by syntax.',
});

export const notesSchema = Type.Optional(Type.Array(Type.String(), { description: 'What was left out, and why.' }));

export const symbolSchema = Type.Object({
  name: Type.String(),
  kind: kindSchema,
  signature: Type.String({ description: 'The declaration without its body.' }),
  documentation: Type.Optional(Type.String()),
  line: Type.Integer(),
  column: Type.Integer(),
  endLine: Type.Integer(),
  exported: Type.Boolean(),
  container: Type.Optional(Type.String({ description: 'The class, interface or namespace it belongs to.' })),
});

/** The parameter for a folder or file. */
export const pathSchema = Type.String({
  description: 'Folder or file, relative to the workspace root.',
  minLength: 1,
  default: '.',
});

export const fileSchema = Type.String({
  description: 'Source file, relative to the workspace root.',
  minLength: 1,
  examples: ['src/index.ts'],
});

export const symbolNameSchema = Type.String({
  description: 'Name of the symbol; Class.method for a member.',
  minLength: 1,
  maxLength: 500,
  examples: ['parseConfig'],
});
