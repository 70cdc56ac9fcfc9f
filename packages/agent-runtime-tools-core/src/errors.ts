import { errorCatalogue } from './authoring/error-catalogue.ts';

/** The error codes of core. Other packages use them too where the meaning is the same. */
export const coreErrors = errorCatalogue({
  TOOL_NOT_FOUND: {
    kind: 'validation_error',
    message: 'There is no tool of this name.',
    suggestion: 'Use one of the tools you were given, spelled exactly.',
  },
  VALIDATION_ERROR: {
    kind: 'validation_error',
    message: 'The arguments are not valid for the tool.',
    suggestion: 'Correct the named parameters and call the tool again.',
  },
  MODE_RESTRICTED: {
    kind: 'permission_error',
    message: 'This tool changes things, which plan mode does not allow.',
    suggestion: 'Finish the plan with tools that only read, or ask to leave plan mode.',
  },
  TURN_REJECTED: {
    kind: 'permission_error',
    message: 'A person rejected an earlier call of this turn, which ends its calls that need approval.',
    suggestion: 'Stop, read the feedback on the rejected call, and propose another way.',
  },
  REDUNDANT_CALL: {
    kind: 'user_error',
    message: 'The same call has already been made in this turn.',
    suggestion: 'Use the result you already have, or change the arguments.',
  },
  APPROVAL_REQUIRED: {
    kind: 'permission_error',
    message: 'This call needs approval and has none.',
    suggestion: 'Choose a way that needs no approval, or ask the person to allow it.',
  },
  APPROVAL_DENIED: {
    kind: 'permission_error',
    message: 'The call was denied.',
    suggestion: 'Do not repeat the call; choose another way or ask the person.',
  },
  MIDDLEWARE_FAILED: {
    kind: 'system_error',
    message: 'A middleware failed, so the call was not made.',
    suggestion: 'This is a fault of the host application; the same call will most likely fail again.',
  },
  EXECUTION_ERROR: {
    kind: 'system_error',
    message: 'The tool failed unexpectedly.',
    suggestion: 'Check the arguments; if they are right, choose another way.',
  },
  OUTPUT_INVALID: {
    kind: 'system_error',
    message: 'The tool returned a value that does not match its own output schema.',
    suggestion: 'The tool is at fault; choose another way.',
  },
  ENGINE_NOT_AVAILABLE: {
    kind: 'system_error',
    message: 'The program or service that the tool needs is not available here.',
    suggestion: 'Choose another tool, or tell the person what to install.',
  },
  TIMEOUT: {
    kind: 'system_error',
    message: 'The call took longer than its limit and was stopped.',
    suggestion: 'Ask for less at once, or allow more time.',
    retryable: true,
  },
  CANCELLED: {
    kind: 'user_error',
    message: 'The call was cancelled.',
    suggestion: 'Do not repeat it unless you are asked to.',
  },
  SHUT_DOWN: {
    kind: 'system_error',
    message: 'The tools have been shut down.',
    suggestion: 'No tool can be called any more.',
  },
  QUEUE_FULL: {
    kind: 'system_error',
    message: 'Too many calls are waiting.',
    suggestion: 'Wait for results before calling again.',
    retryable: true,
  },
  RECURSION_LIMIT: {
    kind: 'user_error',
    message: 'Tools called tools too many levels deep.',
    suggestion: 'Do the work directly instead of delegating it further.',
  },
  DRY_RUN_UNSUPPORTED: {
    kind: 'user_error',
    message: 'This tool cannot say beforehand what it would change.',
    suggestion: 'Call it without a dry run.',
  },
});
