import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

export const agentErrors = errorCatalogue({
  NO_SUCH_COMMAND: { kind: 'user_error', message: 'The host has no slash command of this name.' },
  NO_SUCH_SKILL: { kind: 'user_error', message: 'The host has no skill of this name.' },
});
