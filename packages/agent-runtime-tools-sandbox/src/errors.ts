import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Why nothing was run in the sandbox. */
export const sandboxErrors = errorCatalogue({
  SANDBOX_PROFILE_UNKNOWN: {
    kind: 'validation_error',
    message: 'The sandbox has no profile of this name.',
    suggestion: 'Use read-only or workspace-write, with +network where the network is wanted.',
  },
  SANDBOX_ROOT_REFUSED: {
    kind: 'security_error',
    message: 'A folder that should be visible inside the sandbox holds what it must hide.',
    suggestion: 'Tell the person to use a project folder as the workspace, not a home folder or the root of the disk.',
  },
  SANDBOX_VIEW_TOO_LARGE: {
    kind: 'user_error',
    message: 'There are more hidden or protected paths in the workspace than the sandbox can cover.',
    suggestion: 'Tell the person to hide whole folders in the ignore file instead of many files.',
  },
  SANDBOX_FAILED: {
    kind: 'system_error',
    message: 'The sandbox could not be set up for this run, so nothing was run.',
    suggestion: 'Try once more; if it fails again, tell the person what it said.',
  },
});
