import { errorCatalogue, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. Problems with paths and files have the codes of the workspace. */
export const editErrors = errorCatalogue({
  EDIT_NO_MATCH: {
    kind: 'user_error',
    message: 'The text to replace is not in the file.',
    suggestion: 'Read the file again and give the text exactly as it is there.',
  },
  EDIT_AMBIGUOUS: {
    kind: 'user_error',
    message: 'The text to replace is in the file more than once.',
    suggestion:
      'Add neighbouring lines until the text is unique. To replace every occurrence, use edit_file with replace_all.',
  },
  EDIT_COUNT_MISMATCH: {
    kind: 'user_error',
    message: 'The text to replace is not in the file as often as expected.',
    suggestion: 'Check the lines that were found and correct expected_replacements or old_string.',
  },
  EDIT_NO_CHANGE: {
    kind: 'user_error',
    message: 'The edit would change nothing.',
    suggestion: 'Check whether the change has already been made; if not, give a different new text.',
  },
  EDIT_OVERLAP: {
    kind: 'user_error',
    message: 'Two hunks change the same lines.',
    suggestion: 'Merge the overlapping hunks into one.',
  },
  DIFF_INVALID: {
    kind: 'validation_error',
    message: 'The diff does not consist of SEARCH/REPLACE blocks.',
    suggestion:
      'Write "<<<<<<< SEARCH", the old lines, "=======", the new lines, ">>>>>>> REPLACE", each marker on a line of its own.',
  },
  PATCH_INVALID: {
    kind: 'validation_error',
    message: 'The patch cannot be read.',
    suggestion: 'Send the whole patch, from "*** Begin Patch" to "*** End Patch", or a complete unified diff.',
  },
  PATCH_UNSUPPORTED: {
    kind: 'user_error',
    message: 'The patch needs something that apply_patch does not do.',
    suggestion: 'Patches change regular text files and their executable bit, no links, submodules or binary content.',
  },
  REGEX_INVALID: {
    kind: 'validation_error',
    message: 'The pattern is not a regular expression.',
    suggestion: 'Correct "search", or leave regex out to search for plain text.',
  },
  REGEX_TIMEOUT: {
    kind: 'user_error',
    message: 'The pattern took too long and was stopped; nothing was changed.',
    suggestion: 'Use a pattern without nested repetition, or fewer and smaller files.',
  },
  LINE_OUT_OF_RANGE: {
    kind: 'user_error',
    message: 'The file has no such line.',
    suggestion: 'Read the file to see its lines.',
  },
});

/** Throws an error of a catalogue, which ends the call with that error. */
export function throwFailure(error: ToolError): never {
  throw new ToolFailure(error);
}
