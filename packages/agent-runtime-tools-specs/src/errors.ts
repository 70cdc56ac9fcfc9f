import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of tools that are made from specs. */
export const specErrors = errorCatalogue({
  SPEC_UNUSABLE: {
    kind: 'system_error',
    message: 'The specification of this tool cannot be used.',
    suggestion: 'Tell the person the message, and use another tool.',
  },
  ARGUMENT_REFUSED: {
    kind: 'validation_error',
    message: 'A value cannot be given to this tool.',
    suggestion: 'Give another value.',
  },
  COMMAND_FAILED: {
    kind: 'user_error',
    message: 'The command failed.',
    suggestion: 'Read the output, correct the arguments and try again.',
  },
  HTTP_FAILED: {
    kind: 'user_error',
    message: 'The server answered with an error.',
    suggestion: 'Read the answer, correct the arguments and try again.',
  },
  SECRET_MISSING: {
    kind: 'system_error',
    message: 'A secret that this tool needs is not there.',
    suggestion: 'Tell the person which secret is missing.',
  },
  PERMISSION_MISSING: {
    kind: 'permission_error',
    message: 'The caller does not have a permission that this tool needs.',
    suggestion: 'Use another tool, or tell the person which permission is missing.',
  },
  RESULT_INVALID: {
    kind: 'system_error',
    message: 'The tool gave something that is not JSON or not what its specification says.',
    suggestion: 'Tell the person the message.',
  },
  FUNCTION_FAILED: {
    kind: 'user_error',
    message: 'The function failed.',
    suggestion: 'Read the message, correct the arguments and try again.',
  },
  WORKER_CRASHED: {
    kind: 'system_error',
    message: 'The process that ran the function ended in the middle of the call.',
    suggestion: 'Do not repeat the call with the same arguments; tell the person.',
  },
});
