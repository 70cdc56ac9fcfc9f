import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. Problems with paths have the codes of the workspace. */
export const gitErrors = errorCatalogue({
  NOT_A_REPOSITORY: {
    kind: 'user_error',
    message: 'The folder is not in a git repository of this workspace.',
    suggestion: 'Give a folder of a repository in `repository`, or create one with `git init`.',
  },
  REPOSITORY_OUTSIDE_WORKSPACE: {
    kind: 'security_error',
    message: 'The repository keeps its data or its files outside the workspace.',
    suggestion: 'Tell the person. The host can allow the folder: gitPack({ repositoryFolders: [...] }).',
  },
  UNTRUSTED_OWNER: {
    kind: 'security_error',
    message: 'The repository belongs to another user, and git does not trust it.',
    suggestion: 'Tell the person, who can add the folder to safe.directory in the git settings of the user.',
  },
  UNSAFE_CONFIGURATION: {
    kind: 'security_error',
    message: 'The configuration of the repository cannot be switched off safely.',
    suggestion: 'Tell the person to look at .git/config. Do not work around this.',
  },
  UNKNOWN_REVISION: {
    kind: 'user_error',
    message: 'There is no such commit, branch or tag.',
    suggestion: 'Call git_log, or git_status for the current branch.',
  },
  LINE_OUT_OF_RANGE: {
    kind: 'user_error',
    message: 'The file has fewer lines.',
    suggestion: 'Give a smaller startLine.',
  },
  REPOSITORY_LOCKED: {
    kind: 'system_error',
    message: 'Another git command holds a lock of this repository.',
    suggestion: 'Try again in a few seconds. If it stays locked, tell the person, who can look for a crashed git.',
    retryable: true,
  },
  GIT_FAILED: {
    kind: 'system_error',
    message: 'git failed.',
    suggestion: 'Read what git printed.',
  },
});
