import { errorCatalogue, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';

/** The error codes of the file service. Tool families use them too, with the same meaning. */
export const workspaceErrors = errorCatalogue({
  INVALID_PATH: {
    kind: 'security_error',
    message: 'The path does not name a place in the workspace.',
    suggestion: 'Give a path relative to the workspace root, without links that lead out of it.',
  },
  PATH_IGNORED: {
    kind: 'permission_error',
    message: 'The workspace hides this path from tools (.toolignore).',
    suggestion: 'Do not use this path; no tool can read or write it.',
  },
  PROTECTED_PATH: {
    kind: 'permission_error',
    message: 'This path configures programs or this runtime itself; writing it needs an explicit approval.',
    suggestion: 'Ask the person to make this change or to approve it.',
  },
  FILE_NOT_FOUND: {
    kind: 'user_error',
    message: 'The file does not exist.',
    suggestion: 'List the folder to see the names that exist.',
  },
  NOT_A_FILE: {
    kind: 'user_error',
    message: 'The path is neither a regular file nor a folder.',
    suggestion: 'Choose a regular file: tools do not open devices, pipes and sockets.',
  },
  NOT_A_DIRECTORY: {
    kind: 'user_error',
    message: 'The path is not a folder.',
    suggestion: 'Give the folder, or read the file instead.',
  },
  IS_DIRECTORY: {
    kind: 'user_error',
    message: 'The path is a folder.',
    suggestion: 'Name a file in it; list the folder to see them.',
  },
  ALREADY_EXISTS: {
    kind: 'user_error',
    message: 'The path already exists.',
    suggestion: 'Choose another name, or say that it may be overwritten.',
  },
  PERMISSION_DENIED: {
    kind: 'permission_error',
    message: 'The system does not allow this.',
    suggestion: 'Choose a path that this user may read or change, or tell the person.',
  },
  READ_ONLY: {
    kind: 'permission_error',
    message: 'This part of the workspace may only be read.',
    suggestion: 'Write to another part of the workspace, or tell the person.',
  },
  STALE_FILE: {
    kind: 'user_error',
    message: 'The file changed on disk since it was read.',
    suggestion: 'Read the file again and base the change on what it says now.',
  },
  READ_REQUIRED: {
    kind: 'user_error',
    message: 'The file must be read before it is changed.',
    suggestion: 'Read the file, then make the change.',
  },
  CONFLICTING_CHANGES: {
    kind: 'user_error',
    message: 'Two changes of one transaction touch the same path.',
    suggestion: 'Make one change per path.',
  },
  BINARY_FILE: {
    kind: 'user_error',
    message: 'The file is not text.',
    suggestion: 'Read it as base64, or use a tool made for this type of file.',
  },
  NOT_ENCODABLE: {
    kind: 'user_error',
    message: "The text has characters that the file's encoding cannot express.",
    suggestion: 'Use other characters, or write the whole file in an encoding that has them, such as utf-8.',
  },
  TOO_LARGE: {
    kind: 'user_error',
    message: 'This is larger than the limit.',
    suggestion: 'Ask for a part of it.',
  },
  LOCKED: {
    kind: 'system_error',
    message: 'Another call or process holds the file.',
    suggestion: 'Try again in a moment.',
    retryable: true,
  },
  DISK_FULL: {
    kind: 'system_error',
    message: 'There is no room left on the disk.',
    suggestion: 'Tell the person; nothing was changed.',
  },
  TOO_MANY_OPEN_FILES: {
    kind: 'system_error',
    message: 'The system allows no more open files.',
    suggestion: 'Try again in a moment, with fewer calls at once.',
    retryable: true,
  },
  IO_ERROR: {
    kind: 'system_error',
    message: 'The disk or the system failed.',
    suggestion: 'Tell the person what failed; trying once more may help.',
  },
  CANCELLED: {
    kind: 'user_error',
    message: 'The call was cancelled.',
    suggestion: 'Do not repeat it unless you are asked to.',
  },
  WORKSPACE_CLOSED: {
    kind: 'system_error',
    message: 'The workspace has been shut down.',
    suggestion: 'Stop: no file can be reached any more.',
  },
});

/** Throws an error of the catalogue. */
export function refuse(error: ToolError): never {
  throw new ToolFailure(error);
}

/** Refuses to change a file that is not as the caller knows it. */
export function refuseStale(display: string, why = 'it changed on disk since it was read'): never {
  return refuse(
    workspaceErrors.STALE_FILE({ message: `${display} cannot be changed: ${why}.`, details: { path: display } }),
  );
}

/** Throws CANCELLED once the signal has fired. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new ToolFailure(workspaceErrors.CANCELLED(), { cause: signal.reason });
}
