import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Why a request was refused or failed. */
export const netErrors = errorCatalogue({
  URL_REFUSED: {
    kind: 'security_error',
    message: 'This address may not be requested.',
    suggestion: 'Use the address of a public web server. Private, local and metadata addresses are not reachable.',
  },
  HOST_NOT_FOUND: {
    kind: 'user_error',
    message: 'The host name does not resolve to an address.',
    suggestion: 'Check the spelling of the host name.',
  },
  CONNECTION_FAILED: {
    kind: 'system_error',
    message: 'The server could not be reached, or the connection broke.',
    suggestion: 'Try again later, or use another source.',
    retryable: true,
  },
  INVALID_RESPONSE: {
    kind: 'system_error',
    message: 'The server sent an answer that is not valid HTTP.',
    suggestion: 'Use another source.',
  },
  TOO_MANY_REDIRECTS: {
    kind: 'user_error',
    message: 'The server redirects too often.',
    suggestion: 'Request the final address directly.',
  },
  TOO_LARGE: {
    kind: 'user_error',
    message: 'The answer is larger than the limit.',
    suggestion: 'Request a smaller resource, or raise the limit.',
  },
  TIMEOUT: {
    kind: 'system_error',
    message: 'The server did not answer in time.',
    suggestion: 'Try again, or raise the time limit.',
    retryable: true,
  },
});
