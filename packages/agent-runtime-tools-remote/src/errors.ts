import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. */
export const remoteErrors = errorCatalogue({
  OUTCOME_UNKNOWN: {
    kind: 'system_error',
    message:
      'The connection to the call was lost after it may have started, so nobody knows whether it has taken effect.',
    suggestion: 'Do not repeat the call. Find out first whether it has taken effect.',
  },
  PLACE_WITHOUT_WORKER: {
    kind: 'system_error',
    message: 'No worker serves the place where this call has to run. The call was not started.',
    suggestion: 'Wait until a worker has been started, or tell the person that none is running.',
    retryable: true,
  },
  TICKET_REFUSED: {
    kind: 'security_error',
    message: 'The worker did not accept the ticket of the call, so the call was not started.',
    suggestion: 'Do not repeat the call; tell the person.',
  },
  TOOL_CHANGED: {
    kind: 'system_error',
    message: 'The worker has another version of this tool than the caller. The call was not started.',
    suggestion: 'Call the tool again in a moment, when its new definition is known.',
    retryable: true,
  },
  RESULT_TOO_LARGE: {
    kind: 'system_error',
    message: 'The result is too large to be sent. The call itself has run.',
    suggestion: 'Ask for a smaller part.',
  },
});
