import { errorCatalogue, type ToolErrorKind } from '@ku0/agent-runtime-tools-core';

/** The error codes of the tools of this entry. Most of their messages come with the failure. */
export const codecraftErrors = errorCatalogue({
  USER_CANCELLED: { kind: 'permission_error', message: 'User cancelled the operation.' },
  READ_ERROR: failure('The file could not be read.'),
  WRITE_ERROR: failure('The file could not be written.'),
  EDIT_ERROR: failure('The file could not be changed.'),
  DELETE_ERROR: failure('The file could not be deleted.'),
  TEXT_NOT_FOUND: failure('The text to replace is not in the file.', 'user_error'),
  LIST_ERROR: failure('The folder could not be listed.'),
  GLOB_ERROR: failure('The files could not be found.'),
  GREP_ERROR: failure('The files could not be searched.'),
  COMMAND_ERROR: failure('The command failed.', 'user_error'),
  TODO_ERROR: failure('The list could not be kept.'),
  SEARCH_ERROR: failure('The code could not be searched.'),
  REPO_MAP_ERROR: failure('The map could not be made.'),
  SYMBOL_INFO_ERROR: failure('The symbol could not be looked up.'),
  IMPORTS_EXPORTS_ERROR: failure('The imports and exports could not be read.'),
  DEPENDENCY_GRAPH_ERROR: failure('The graph could not be made.'),
  RESOLVE_ERROR: failure('The symbol could not be resolved.'),
  REFERENCES_ERROR: failure('The references could not be found.'),
  DETECT_ERROR: failure('The project could not be examined.'),
  CONVENTIONS_ERROR: failure('The conventions could not be found.'),
  OVERVIEW_ERROR: failure('The overview could not be made.'),
});

export type CodecraftErrorCode = keyof typeof codecraftErrors;

function failure(message: string, kind: ToolErrorKind = 'system_error'): { kind: ToolErrorKind; message: string } {
  return { kind, message };
}
