import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of this package. */
export const mcpErrors = errorCatalogue({
  QUESTION_EXPIRED: {
    kind: 'user_error',
    message: 'The call that this answer belongs to has ended.',
    suggestion: 'Make the call again.',
  },
  SERVER_NOT_FOUND: {
    kind: 'user_error',
    message: 'There is no MCP server of this name.',
    suggestion: 'Use one of the servers that the details list.',
  },
  SERVER_TOOL_NOT_FOUND: {
    kind: 'user_error',
    message: 'The MCP server has no such tool.',
    suggestion: 'Use one of the tools that the details list.',
  },
  SERVER_NOT_AVAILABLE: {
    kind: 'system_error',
    message: 'The MCP server is not running.',
    suggestion: 'Try again later, or go on without this server.',
  },
  SERVER_FAILED: {
    kind: 'system_error',
    message: 'The connection to the MCP server broke during the call.',
    suggestion: 'The call may have had an effect: check before making it again.',
  },
  SERVER_UNAUTHORIZED: {
    kind: 'permission_error',
    message: 'The MCP server needs an authorization that this application does not have.',
    suggestion: 'Ask the person to authorize the server.',
  },
  SERVER_ERROR: {
    kind: 'user_error',
    message: 'The MCP server refused the request.',
    suggestion: 'Read the message of the server, and correct the request.',
  },
  REMOTE_TOOL_FAILED: {
    kind: 'user_error',
    message: 'The tool of the MCP server failed.',
    suggestion: 'Read the message of the tool, and correct the arguments.',
  },
  REMOTE_TOOL_CHANGED: {
    kind: 'security_error',
    message: 'The MCP server has changed the definition of this tool since it was accepted.',
    suggestion: 'Do not use the tool. A person has to look at the new definition and accept it.',
  },
  RESULT_TOO_LARGE: {
    kind: 'system_error',
    message: 'The result of the MCP server is too large.',
    suggestion: 'Ask for less at once.',
  },
});
