import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Why a command is not run, or not found. What goes wrong in starting it is in the processes' own catalogue. */
export const shellErrors = errorCatalogue({
  DANGEROUS_COMMAND: {
    kind: 'security_error',
    message: 'The command would destroy the machine or a home folder.',
    suggestion: 'Do not try another spelling. Name the exact files or folders inside the workspace, or ask the person.',
  },
  COMMAND_NOT_FOUND: {
    kind: 'user_error',
    message: 'This task has no background command of this id.',
    suggestion: 'Call list_commands to see the commands of this task.',
  },
});
