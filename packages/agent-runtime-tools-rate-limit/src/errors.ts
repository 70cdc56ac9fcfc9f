import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. */
export const rateLimitErrors = errorCatalogue({
  RATE_LIMITED: {
    kind: 'user_error',
    message: 'Too many calls have been made.',
    suggestion: 'Wait before you call again.',
    retryable: true,
  },
  RATE_LIMIT_UNAVAILABLE: {
    kind: 'system_error',
    message: 'The calls cannot be counted at the moment, so none is let through.',
    suggestion: 'Try again later; other arguments will not help.',
    retryable: true,
  },
  RATE_LIMITS_INVALID: {
    kind: 'validation_error',
    message: 'The limits cannot be used.',
    suggestion: 'Correct what the message names.',
  },
});
