import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of this package. Failures to start a program are in `processErrors`. */
export const shellErrors = errorCatalogue({
  DANGEROUS_COMMAND: {
    kind: 'security_error',
    message: 'The command would destroy the machine or a home folder.',
    suggestion: 'Do not try another spelling. Name the exact files or folders inside the workspace, or ask the person.',
  },
  COMMAND_NOT_FOUND: {
    kind: 'user_error',
    message: 'This task has no background command with this id.',
    suggestion: 'Call list_commands to see the commands of this task.',
  },
});
