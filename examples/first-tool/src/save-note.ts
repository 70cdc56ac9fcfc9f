import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The file name of a note. It keeps only letters and digits of the title, so that no title leads out of the folder. Undefined for
 * a title without any.
 */
export function noteFile(title: string): string | undefined {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  // A file name holds 255 bytes, and a letter takes up to four.
  return slug === '' ? undefined : `${Array.from(slug).slice(0, 60).join('')}.note.md`;
}

export function noteText(title: string, text: string): string {
  return `# ${title}\n\n${text.trimEnd()}\n`;
}

/** Writes a new note. Rejects with EEXIST if the file already exists, even as a link. */
export async function saveNote(
  folder: string,
  file: string,
  content: string,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  await writeFile(join(folder, file), content, { flag: 'wx', signal });
}
