import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '../errors.ts';

/** The system code of an error (`ENOENT`), if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Whether readlink failed because the entry is not a link. */
export function isNoLink(error: unknown): boolean {
  return systemCode(error) === 'EINVAL';
}

/** The ToolFailure for an error of a file operation. A ToolFailure is returned as it is. */
export function systemFailure(error: unknown, path: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = systemCode(error);
  const make = code === undefined ? undefined : FAILURES[code];
  if (make !== undefined) return new ToolFailure(make(path), { cause: error });
  const message = `The system refused the operation on ${path}: ${code ?? errorMessage(error)}.`;
  return new ToolFailure(
    workspaceErrors.IO_ERROR({ message, details: { path, ...(code !== undefined && { system: code }) } }),
    { cause: error },
  );
}

type MakeError = (path: string) => ConstructorParameters<typeof ToolFailure>[0];

const denied: MakeError = (path) =>
  workspaceErrors.PERMISSION_DENIED({ message: `The system does not allow this on ${path}.`, details: { path } });
const full: MakeError = (path) =>
  workspaceErrors.DISK_FULL({ message: `There is no room left on the disk for ${path}.`, details: { path } });
const busy: MakeError = (path) => workspaceErrors.TOO_MANY_OPEN_FILES({ details: { path } });

const FAILURES: Readonly<Record<string, MakeError>> = {
  ENOENT: (path) => workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details: { path } }),
  ENOTDIR: (path) =>
    workspaceErrors.FILE_NOT_FOUND({
      message: `${path} does not exist: a part of it is not a folder.`,
      details: { path },
    }),
  EISDIR: (path) => workspaceErrors.IS_DIRECTORY({ message: `${path} is a folder.`, details: { path } }),
  EEXIST: (path) => workspaceErrors.ALREADY_EXISTS({ message: `${path} already exists.`, details: { path } }),
  ENOTEMPTY: (path) =>
    workspaceErrors.ALREADY_EXISTS({ message: `${path} is a folder that is not empty.`, details: { path } }),
  ELOOP: (path) =>
    workspaceErrors.INVALID_PATH({
      message: `${path} is a link to itself, or was replaced by a link during the call.`,
      suggestion: 'Choose another path, or delete the link.',
      details: { path },
    }),
  ENAMETOOLONG: (path) =>
    workspaceErrors.INVALID_PATH({
      message: 'The path is longer than the system allows.',
      suggestion: 'Choose a shorter path.',
      details: { path: path.slice(0, 200) },
    }),
  EACCES: denied,
  EPERM: denied,
  EROFS: denied,
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: busy,
  ENFILE: busy,
};
