import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of the sandbox. With each of them, nothing was run. */
export const sandboxErrors = errorCatalogue({
  SANDBOX_PROFILE_UNKNOWN: {
    kind: 'validation_error',
    message: 'The sandbox has no profile with this name.',
    suggestion: 'Use read-only or workspace-write, with +network if the network is needed.',
  },
  SANDBOX_ROOT_REFUSED: {
    kind: 'security_error',
    message: 'A folder that should be visible inside the sandbox contains files that must stay hidden.',
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
    suggestion: 'Try once more; if it fails again, tell the person the message.',
  },
});
