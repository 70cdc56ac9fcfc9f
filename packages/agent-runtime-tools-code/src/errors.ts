import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The error codes of this package. Problems with paths have the codes of the workspace. */
export const codeErrors = errorCatalogue({
  UNSUPPORTED_LANGUAGE: {
    kind: 'user_error',
    message: 'The file is not in a supported language.',
    suggestion: 'Use read_file or grep for this file.',
  },
  SYMBOL_NOT_FOUND: {
    kind: 'user_error',
    message: 'The file has no symbol of this name.',
    suggestion: 'Use list_code_definitions to see what the file defines, or search_code to find the symbol.',
  },
  INVALID_CODE_PATTERN: {
    kind: 'validation_error',
    message: 'The pattern is not code in this language.',
    suggestion: 'Write the pattern as valid code with metavariables, such as fetch($URL, $$$), and give its language.',
  },
});
