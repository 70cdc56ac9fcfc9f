import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. */
export const authErrors = errorCatalogue({
  ACCESS_DENIED: {
    kind: 'permission_error',
    message: 'The caller may not make this call.',
    suggestion: 'Do not repeat the call. Use a tool that you were given, or ask the person for the permission.',
  },
  ACCESS_RULES_INVALID: {
    kind: 'validation_error',
    message: 'The access rules cannot be used.',
    suggestion: 'Correct what the message names.',
  },
  TOKEN_INVALID: {
    kind: 'permission_error',
    message: 'The token is not accepted.',
    suggestion: 'Sign in again and send the new token.',
  },
  TOKEN_EXPIRED: {
    kind: 'permission_error',
    message: 'The token has expired.',
    suggestion: 'Get a new token and send that one.',
  },
  TOKEN_KEYS_UNAVAILABLE: {
    kind: 'system_error',
    message: 'The keys that tokens are checked with cannot be fetched.',
    suggestion: 'Try again later; no token is accepted until then.',
    retryable: true,
  },
});
