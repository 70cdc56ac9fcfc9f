import { workspaceErrors } from '../errors.ts';
import type { PathAccess } from './resolved-path.ts';

type Failure = ReturnType<(typeof workspaceErrors)[keyof typeof workspaceErrors]>;

/** Why a path cannot be used. The path is named as the caller gave it, other files by their display path. */
export const pathFailures = {
  outside: (path: string): Failure =>
    workspaceErrors.INVALID_PATH({ message: `${path} is outside the workspace.`, details: { path } }),

  absent: (path: string): Failure =>
    workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details: { path } }),

  /** `file` is a file where the path needs a folder. */
  belowFile(path: string, file: string, access: PathAccess): Failure {
    const isNew = access === 'write' || access === 'create';
    return (isNew ? workspaceErrors.NOT_A_DIRECTORY : workspaceErrors.FILE_NOT_FOUND)({
      message: `There can be no ${path}: ${file} is a file, not a folder.`,
      suggestion: `Use ${file} itself, or choose a path that does not go through it.`,
      details: { path, file },
    });
  },

  /** A dead link is missing for a reader. A writer must not create its target. */
  deadLink(path: string, link: string, access: PathAccess): Failure {
    const message = `${link} is a link to something that does not exist.`;
    const details = { path, link };
    if (access === 'read' || access === 'list' || access === 'stat')
      return workspaceErrors.FILE_NOT_FOUND({
        message,
        suggestion: 'Nothing can be read through it: make what it leads to under its own name, or delete the link.',
        details,
      });
    return workspaceErrors.INVALID_PATH({
      message,
      suggestion: 'Choose another name, or delete the link first.',
      details,
    });
  },

  changing: (path: string): Failure =>
    workspaceErrors.INVALID_PATH({
      message: `${path} was created and removed again and again while it was looked up.`,
      suggestion: 'Try again.',
      details: { path },
    }),

  parentOfMissing: (path: string): Failure =>
    workspaceErrors.INVALID_PATH({
      message: `${path} goes up from a folder that does not exist.`,
      suggestion: 'Give the path without "..".',
      details: { path },
    }),

  hidden: (path: string): Failure =>
    workspaceErrors.PATH_IGNORED({
      message: `${path} is hidden from tools by an ignore file of the workspace.`,
      details: { path },
    }),

  notFolder: (path: string): Failure =>
    workspaceErrors.NOT_A_DIRECTORY({ message: `${path} is not a folder.`, details: { path } }),

  isFolder: (path: string): Failure =>
    workspaceErrors.IS_DIRECTORY({ message: `${path} is a folder.`, details: { path } }),

  isRoot: (path: string): Failure =>
    workspaceErrors.IS_DIRECTORY({ message: `${path} is the workspace root itself.`, details: { path } }),

  special: (path: string): Failure =>
    workspaceErrors.NOT_A_FILE({ message: `${path} is a device, a pipe or a socket.`, details: { path } }),

  taken: (path: string): Failure =>
    workspaceErrors.ALREADY_EXISTS({ message: `${path} already exists.`, details: { path } }),

  readOnly: (path: string): Failure =>
    workspaceErrors.READ_ONLY({
      message: `${path} is in a part of the workspace that may only be read.`,
      details: { path },
    }),

  protectedName: (path: string): Failure =>
    workspaceErrors.PROTECTED_PATH({
      message: `${path} is protected: it configures programs or this runtime.`,
      details: { path },
    }),
};
