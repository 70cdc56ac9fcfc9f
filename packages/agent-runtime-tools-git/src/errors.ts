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
  NOTHING_STAGED: {
    kind: 'user_error',
    message: 'Nothing is staged, so there is nothing to commit.',
    suggestion: 'Call git_status, and stage files with git_add first.',
  },
  UNKNOWN_IDENTITY: {
    kind: 'user_error',
    message: 'git does not know the name and the email address of the author.',
    suggestion: 'Ask the person to set user.name and user.email in the git settings.',
  },
  UNRESOLVED_CONFLICTS: {
    kind: 'user_error',
    message: 'Files are in conflict.',
    suggestion: 'Edit the files, remove the conflict markers, and stage them with git_add.',
  },
  FILTER_NOT_ALLOWED: {
    kind: 'permission_error',
    message: 'Files need a filter program, which is switched off.',
    suggestion:
      'Leave these files out, or tell the person. The host can allow a filter: gitPack({ allowDrivers: [...] }).',
  },
  INVALID_BRANCH_NAME: {
    kind: 'user_error',
    message: 'This cannot be the name of a branch.',
    suggestion: 'Use letters, digits, `-`, `_`, `.` and `/`.',
  },
  BRANCH_EXISTS: {
    kind: 'user_error',
    message: 'The branch exists already.',
    suggestion: 'Choose another name, or check the branch out with git_checkout.',
  },
  BRANCH_IN_USE: {
    kind: 'user_error',
    message: 'The branch is checked out, here or in another worktree.',
    suggestion: 'Check out another branch there first.',
  },
  WORK_WOULD_BE_LOST: {
    kind: 'user_error',
    message: 'The call would throw work away.',
    suggestion: 'Commit or stash the changes first, or set discard: true if the person does not need them.',
  },
  NOTHING_TO_STASH: {
    kind: 'user_error',
    message: 'No file has changes that could be put into a stash.',
    suggestion: 'Call git_status. Files that git does not know yet need includeUntracked: true.',
  },
  UNKNOWN_REMOTE: {
    kind: 'user_error',
    message: 'There is no such remote.',
    suggestion: 'Give the name of a remote of this repository.',
  },
  PROTOCOL_NOT_ALLOWED: {
    kind: 'permission_error',
    message: 'The remote is reached in a way that is not allowed.',
    suggestion: 'Tell the person. The host can allow it: gitPack({ pushProtocols: [...] }).',
  },
  PUSH_REJECTED: {
    kind: 'user_error',
    message: 'The remote did not take the branch.',
    suggestion: 'The remote branch may have new commits: ask the person to fetch and merge them, then push again.',
  },
  AUTHENTICATION_FAILED: {
    kind: 'permission_error',
    message: 'The remote wants to know who is pushing.',
    suggestion:
      'Ask the person to set up a credential helper or an ssh key for git. Never put a password into an address.',
  },
  CHANGED_SINCE_APPROVAL: {
    kind: 'user_error',
    message: 'The repository has changed since the call was approved, so nothing was done.',
    suggestion: 'Call git_status, and call the tool again if it is still what you want.',
  },
  GIT_FAILED: {
    kind: 'system_error',
    message: 'git failed.',
    suggestion: 'Read what git printed.',
  },
});
