import { ToolFailure, errorCatalogue, type ToolError } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package, beside those of core and the workspace. */
export const filesErrors = errorCatalogue({
  INVALID_BASE64: {
    kind: 'validation_error',
    message: 'The content is not base64.',
    suggestion: 'Encode the bytes with the standard alphabet, or leave encoding out to write text.',
  },
  MOVE_INTO_ITSELF: {
    kind: 'user_error',
    message: 'A folder cannot be moved into itself.',
    suggestion: 'Give as "to" a path outside the folder that is moved.',
  },
  ARTIFACT_NOT_FOUND: {
    kind: 'user_error',
    message: 'The artifact does not exist, has been removed, or belongs to another task.',
    suggestion: 'Use the id as the result gave it; if the artifact is gone, make the call again.',
  },
  CHANGE_NOT_FOUND: {
    kind: 'user_error',
    message: 'No change of this task has this call id.',
    suggestion: 'Use list_changes to see the changes and their call ids.',
  },
});

/** Throws an error of a catalogue. */
export function refuse(error: ToolError): never {
  throw new ToolFailure(error);
}
