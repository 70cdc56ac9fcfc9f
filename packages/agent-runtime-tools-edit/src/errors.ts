import { errorCatalogue, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';

/** Why an edit was not made. What concerns paths and files has the codes of the workspace. */
export const editErrors = errorCatalogue({
  EDIT_NO_MATCH: {
    kind: 'user_error',
    message: 'The text to replace is not in the file.',
    suggestion: 'Read the place again and give the text exactly as it stands there.',
  },
  EDIT_AMBIGUOUS: {
    kind: 'user_error',
    message: 'The text to replace is in the file more than once.',
    suggestion:
      'Add neighbouring lines until the text is unique. If every place is meant, use edit_file with replace_all.',
  },
  EDIT_COUNT_MISMATCH: {
    kind: 'user_error',
    message: 'The text to replace is not in the file as often as expected.',
    suggestion: 'Look at the lines that were found and correct expected_replacements or old_string.',
  },
  EDIT_NO_CHANGE: {
    kind: 'user_error',
    message: 'The edit would leave everything as it is.',
    suggestion: 'Check whether the change has been made already; if not, give text that differs.',
  },
  EDIT_OVERLAP: {
    kind: 'user_error',
    message: 'Two hunks change the same lines.',
    suggestion: 'Join hunks that touch each other into one.',
  },
  DIFF_INVALID: {
    kind: 'validation_error',
    message: 'The diff is not made of SEARCH/REPLACE blocks.',
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
    message: 'The patch asks for something that is not done here.',
    suggestion: 'Patches change regular text files and their executable bit, no links, submodules or binary content.',
  },
  REGEX_INVALID: {
    kind: 'validation_error',
    message: 'The pattern is not a regular expression.',
    suggestion: 'Correct "search" or "glob", or leave regex out to look for the text as it is.',
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

/** Ends the work with an error of a catalogue. */
export function refuse(error: ToolError): never {
  throw new ToolFailure(error);
}
