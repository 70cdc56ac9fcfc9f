import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface EditTextOptions {
  readonly signal: AbortSignal;
  /** Where `VISUAL` and `EDITOR` are looked up. Default: the environment of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The name of the file, for the editor to recognise its format. */
  readonly name?: string;
}

/**
 * Lets a person change a text in their own editor, in a private file that is removed afterwards. Rejects if there is no
 * editor, if it fails, or if the result is too large.
 */
export async function editText(
  text: string,
  { signal, env = process.env, name = 'text.txt' }: EditTextOptions,
): Promise<string> {
  const editor = env['VISUAL'] || env['EDITOR'];
  if (editor === undefined || editor === '') throw new Error('Set EDITOR to the program that you edit text with.');
  const folder = await mkdtemp(join(tmpdir(), 'edit-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(editor, file, { signal, env });
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error(`The edited text has ${size} bytes; ${MAX_BYTES} are allowed.`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As git does it: the variable may contain arguments (`code --wait`), so a shell splits it; the file is no part of its text. */
function runEditor(
  editor: string,
  file: string,
  { signal, env }: { signal: AbortSignal; env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], { stdio: 'inherit', env, signal });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The editor ended with code ${code}.`))));
  });
}

const MAX_BYTES = 4_000_000;
