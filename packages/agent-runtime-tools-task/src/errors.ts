import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. */
export const taskErrors = errorCatalogue({
  NOBODY_TO_ASK: {
    kind: 'user_error',
    message: 'There is nobody to ask: this task runs without a person.',
    suggestion: 'Decide yourself, and say which assumption you made.',
  },
  MODE_OF_PARENT: {
    kind: 'permission_error',
    message: 'A sub-agent works in the mode of the task that started it.',
    suggestion: 'Report what you would do, so that the agent that started you can decide.',
  },
  AGENTS_NOT_CONFIGURED: {
    kind: 'system_error',
    message: 'The host runs no sub-agents.',
    suggestion: 'Do the work yourself with the other tools. The host can give a runner: taskPack({ runner }).',
  },
  AGENT_DEPTH: {
    kind: 'user_error',
    message: 'Sub-agents may not be nested more deeply.',
    suggestion: 'Do this part of the work yourself.',
  },
  TOO_MANY_AGENTS: {
    kind: 'user_error',
    message: 'Too many sub-agents of this task are running.',
    suggestion: 'Wait until one of them has finished.',
  },
  BUDGET_EXHAUSTED: {
    kind: 'user_error',
    message: 'The task has used up its turns or tokens.',
    suggestion: 'Report what is done and what is left.',
  },
  UNKNOWN_AGENT_TOOLS: {
    kind: 'user_error',
    message: 'A sub-agent cannot have tools that you do not have.',
    suggestion: 'Name tools of your own, or leave `tools` out.',
  },
  AGENT_FAILED: {
    kind: 'system_error',
    message: 'The sub-agent failed.',
    suggestion: 'Do the work yourself, or try again with a smaller part of it.',
  },
});
