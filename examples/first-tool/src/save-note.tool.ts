import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { noteErrors } from './errors.ts';
import { noteFile, noteText, saveNote } from './save-note.ts';

/** Writes to the disk: declares that, requires approval, and supports a dry run. */
export const saveNoteTool = defineTool({
  name: 'save_note',
  description: 'Saves a note as a Markdown file in the current folder. Never overwrites a note.',
  version: '1.0.0',
  parameters: Type.Object({
    title: Type.String({
      description: 'The title; the file is named after it.',
      minLength: 1,
      maxLength: 80,
      examples: ['Shopping list'],
    }),
    text: Type.String({ description: 'The text of the note, in Markdown.', maxLength: 100_000 }),
  }),
  output: Type.Object({ file: Type.String(), bytes: Type.Integer() }),
  capabilities: { writesFiles: true },
  requiresApproval: true,
  validate({ title }) {
    return noteFile(title) === undefined
      ? { valid: false, errors: ['title needs a letter or a digit'] }
      : { valid: true };
  },
  resources: ({ title }) => [{ key: `file:${noteFile(title) ?? ''}`, access: 'write' }],
  async dryRun({ title, text }, { cwd }) {
    const file = noteFile(title) ?? '';
    if (await exists(join(cwd, file))) return fail(noteErrors.NOTE_EXISTS({ message: `${file} is already there.` }));
    const summary = `Would save ${Buffer.byteLength(noteText(title, text))} bytes.`;
    return ok({ summary, changes: [{ kind: 'create', target: file }] });
  },
  async execute({ title, text }, { cwd, signal }) {
    const file = noteFile(title) ?? '';
    const content = noteText(title, text);
    const bytes = Buffer.byteLength(content);
    try {
      await saveNote(cwd, file, content, { signal });
      return ok({ file, bytes }, { bytesWritten: bytes, filesAccessed: [file] });
    } catch (error) {
      if (isExists(error)) return fail(noteErrors.NOTE_EXISTS({ message: `${file} is already there.` }));
      return fail(noteErrors.NOTE_NOT_SAVED({ message: `${file} could not be written: ${String(error)}` }));
    }
  },
  preview: (result) => [result.ok ? `saved ${result.value.file}` : result.error.message],
});

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
