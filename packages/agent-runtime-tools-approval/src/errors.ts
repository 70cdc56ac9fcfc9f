import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. A denied call fails with core's APPROVAL_DENIED. */
export const approvalErrors = errorCatalogue({
  APPROVAL_STALE: {
    kind: 'security_error',
    message: 'What was approved is no longer what would run.',
    suggestion: 'Look at the files again, then make the call anew so that it can be approved as it is now.',
  },
  REQUEST_NOT_PENDING: {
    kind: 'user_error',
    message: 'No request of this id waits for an answer.',
    suggestion: 'List the pending requests and answer one of them.',
  },
  ANSWER_INVALID: {
    kind: 'validation_error',
    message: 'This is not an answer to an approval request.',
    suggestion: 'Answer with { approved: true or false, scope?, modifiedArgs?, feedback? }.',
  },
  POLICY_INVALID: {
    kind: 'validation_error',
    message: 'The policies cannot be used.',
    suggestion: 'Correct what the message names and load them again.',
  },
  STORE_UNAVAILABLE: {
    kind: 'system_error',
    message: 'The store of approvals cannot be used.',
    suggestion: 'Tell the person; calls are asked about as if nothing were remembered.',
  },
});
