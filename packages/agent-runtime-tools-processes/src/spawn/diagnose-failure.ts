import { access, constants, open, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';

export interface FailedStart {
  readonly file: string;
  readonly cwd: string;
  readonly path: string | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

/** The system gives one code for a missing program, folder and interpreter alike: this tells which it was. */
export async function diagnoseFailure(failed: FailedStart): Promise<ToolError> {
  const { code, cwd, file, message } = failed;
  const details = { file, cwd, ...(code !== undefined && { systemCode: code }) };
  if (code === 'E2BIG') return processErrors.COMMAND_TOO_LONG({ details });
  if (code === 'EAGAIN' || code === 'EMFILE' || code === 'ENFILE') {
    return processErrors.TOO_MANY_PROCESSES({
      message: `The system has no room for another program (${code}).`,
      details,
    });
  }
  if (!(await canEnter(cwd))) {
    return processErrors.INVALID_DIRECTORY({
      message: `The working directory ${cwd} does not exist or cannot be entered.`,
      details,
    });
  }
  if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'ENOEXEC' && code !== 'ENOTDIR') {
    return processErrors.SPAWN_FAILED({ message: `The system could not start ${file}: ${message}`, details });
  }
  const found = await findProgram(failed);
  if (found === undefined) return processErrors.PROGRAM_NOT_FOUND({ message: `There is no program ${file}.`, details });
  const interpreter = code === 'ENOENT' ? await interpreterOf(found) : undefined;
  if (interpreter !== undefined) {
    return processErrors.INTERPRETER_NOT_FOUND({
      message: `${file} is to be run by ${interpreter}, which does not exist.`,
      details: { ...details, interpreter },
    });
  }
  return processErrors.NOT_EXECUTABLE({ message: `${file} may not be executed.`, details: { ...details, found } });
}

async function canEnter(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.X_OK);
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

async function findProgram({ file, cwd, path }: FailedStart): Promise<string | undefined> {
  const places = file.includes('/') || isAbsolute(file) ? [resolve(cwd, file)] : searchPath(file, cwd, path);
  for (const place of places) {
    const info = await stat(place).catch(() => undefined);
    if (info !== undefined) return place;
  }
  return undefined;
}

function searchPath(file: string, cwd: string, path = '/usr/bin:/bin'): readonly string[] {
  return path.split(delimiter).map((folder) => join(resolve(cwd, folder), file));
}

async function interpreterOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return /^#!\s*(\S+)/.exec(buffer.toString('utf8', 0, bytesRead))?.[1];
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
