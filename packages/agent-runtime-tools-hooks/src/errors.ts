import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Every code of this package. */
export const hookErrors = errorCatalogue({
  HOOK_BLOCKED: {
    kind: 'permission_error',
    message: 'A hook blocked the call.',
    suggestion: 'Read the reason and choose another way; the same call will be blocked again.',
  },
  HOOK_STOPPED: {
    kind: 'permission_error',
    message: 'A hook stopped the work after the tool had run.',
    suggestion: 'Stop here and tell the person what the hook said. What the tool did has been done.',
  },
  HOOK_CONFIG_INVALID: {
    kind: 'user_error',
    message: 'The hooks of a file cannot be used.',
    suggestion: 'Correct the file at the named place.',
  },
});
