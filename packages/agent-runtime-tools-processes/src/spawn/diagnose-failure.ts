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
  if (found === undefined) return notFound(file, details);
  if (found.isFolder) {
    return processErrors.NOT_EXECUTABLE({
      message: `${file} is a folder, not a program.`,
      suggestion: 'Name a program in it, or give the folder as the working directory.',
      details: { ...details, found: found.path },
    });
  }
  const interpreter = code === 'ENOENT' ? await interpreterOf(found.path) : undefined;
  if (interpreter !== undefined) return notInterpreted(file, interpreter, details);
  return processErrors.NOT_EXECUTABLE({
    message: `${file} may not be executed.`,
    details: { ...details, found: found.path },
  });
}

type Details = Readonly<Record<string, unknown>>;

function notFound(file: string, details: Details): ToolError {
  const isLine = /\s/.test(file.trim());
  return processErrors.PROGRAM_NOT_FOUND({
    message: `There is no program ${file}.`,
    ...(isLine && {
      suggestion:
        'The whole text was taken as the name of a program: give its arguments apart, or give no arguments at all where a shell takes the line apart.',
    }),
    details,
  });
}

function notInterpreted(file: string, { name, hasReturn }: Interpreter, details: Details): ToolError {
  const more = { ...details, interpreter: name };
  if (!hasReturn) {
    const message = `${file} is to be run by ${name}, which does not exist.`;
    return processErrors.INTERPRETER_NOT_FOUND({ message, details: more });
  }
  return processErrors.INTERPRETER_NOT_FOUND({
    message: `${file} has Windows line endings (CRLF), so that the system looks for an interpreter whose name ends with a carriage return.`,
    suggestion: `Give the file LF line endings, or run it with ${name}.`,
    details: more,
  });
}

async function canEnter(folder: string): Promise<boolean> {
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
  /** A carriage return ends the line, which the system takes for a part of the name. */
  readonly hasReturn: boolean;
}

async function interpreterOf(path: string): Promise<Interpreter | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    const [, name, next] = /^#![ \t]*(\S+)(\s?)/.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    return name === undefined ? undefined : { name, hasReturn: next === '\r' };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
