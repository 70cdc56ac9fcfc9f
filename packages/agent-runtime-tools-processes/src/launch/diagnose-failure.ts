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

/**
 * Finds out why a program could not be started. The system reports ENOENT for a missing program, a missing working directory
 * and a missing interpreter alike.
 */
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
  if (!(await isEnterable(cwd))) {
    return processErrors.INVALID_DIRECTORY({
      message: `The working directory ${cwd} does not exist or cannot be entered.`,
      details,
    });
  }
  if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'ENOEXEC' && code !== 'ENOTDIR') {
    return processErrors.SPAWN_FAILED({ message: `The system could not start ${file}: ${message}`, details });
  }
  const found = await findProgram(failed);
  if (found === undefined) return programNotFound(file, details);
  if (found.isFolder) {
    return processErrors.NOT_EXECUTABLE({
      message: `${file} is a folder, not a program.`,
      suggestion: 'Name a program in it, or give the folder as the working directory.',
      details: { ...details, found: found.path },
    });
  }
  const interpreter = code === 'ENOENT' ? await interpreterOf(found.path) : undefined;
  if (interpreter !== undefined) return interpreterNotFound(file, interpreter, details);
  return processErrors.NOT_EXECUTABLE({
    message: `${file} may not be executed.`,
    details: { ...details, found: found.path },
  });
}

type Details = Readonly<Record<string, unknown>>;

function programNotFound(file: string, details: Details): ToolError {
  const isLine = /\s/.test(file.trim());
  return processErrors.PROGRAM_NOT_FOUND({
    message: `There is no program ${file}.`,
    ...(isLine && {
      suggestion:
        'The whole text was taken as the name of a program. Give the arguments separately, or give a command line without args so that a shell splits it.',
    }),
    details,
  });
}

function interpreterNotFound(file: string, { name, endsWithCarriageReturn }: Interpreter, details: Details): ToolError {
  const more = { ...details, interpreter: name };
  if (!endsWithCarriageReturn) {
    const message = `The first line of ${file} names the interpreter ${name}, which does not exist.`;
    return processErrors.INTERPRETER_NOT_FOUND({ message, details: more });
  }
  return processErrors.INTERPRETER_NOT_FOUND({
    message: `${file} has Windows line endings (CRLF), so the system looks for an interpreter whose name ends with a carriage return.`,
    suggestion: `Convert the file to LF line endings, or run it with ${name}.`,
    details: more,
  });
}

async function isEnterable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.X_OK);
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

async function findProgram({
  file,
  cwd,
  path,
}: FailedStart): Promise<{ readonly path: string; readonly isFolder: boolean } | undefined> {
  const places = file.includes('/') || isAbsolute(file) ? [resolve(cwd, file)] : searchPath(file, cwd, path);
  for (const place of places) {
    const info = await stat(place).catch(() => undefined);
    if (info !== undefined) return { path: place, isFolder: info.isDirectory() };
  }
  return undefined;
}

function searchPath(file: string, cwd: string, path = '/usr/bin:/bin'): readonly string[] {
  return path.split(delimiter).map((folder) => join(resolve(cwd, folder), file));
}

interface Interpreter {
  readonly name: string;
  /** The first line ends with CRLF; the system takes the carriage return as part of the name. */
  readonly endsWithCarriageReturn: boolean;
}

async function interpreterOf(path: string): Promise<Interpreter | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    const [, name, next] = /^#![ \t]*(\S+)(\s?)/.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return name === undefined ? undefined : { name, endsWithCarriageReturn: next === '\r' };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
