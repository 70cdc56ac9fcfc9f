import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of this package. */
export const mcpErrors = errorCatalogue({
  QUESTION_EXPIRED: {
    kind: 'user_error',
    message: 'The call that this answer belongs to has ended.',
    suggestion: 'Make the call again.',
  },
});
