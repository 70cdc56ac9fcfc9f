import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. */
export const auditErrors = errorCatalogue({
  AUDIT_UNAVAILABLE: {
    kind: 'system_error',
    message: 'The call was not made, because the audit trail cannot be written.',
    suggestion: 'Tell the person that the audit trail has to be repaired; then make the call again.',
    retryable: true,
  },
});
