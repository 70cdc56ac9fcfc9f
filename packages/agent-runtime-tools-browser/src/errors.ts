import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Why an action failed. Refused addresses and network failures have the codes of `net`. */
export const browserErrors = errorCatalogue({
  NO_SESSION: {
    kind: 'user_error',
    message: 'This task has no browser session.',
    suggestion: 'Open a page first, with action "goto" and its url.',
  },
  TOO_MANY_SESSIONS: {
    kind: 'user_error',
    message: 'Too many browser sessions are open.',
    suggestion: 'Close a session that is no longer needed with action "close", or try again later.',
    retryable: true,
  },
  ELEMENT_NOT_FOUND: {
    kind: 'user_error',
    message: 'There is no such element on the page.',
    suggestion: 'Read the page again with action "content" and use a ref from it.',
  },
  ACTION_FAILED: {
    kind: 'user_error',
    message: 'The browser could not carry out the action.',
    suggestion: 'Read the page again with action "content": the element may be covered, disabled or of another kind.',
  },
  NAVIGATION_FAILED: {
    kind: 'system_error',
    message: 'The page could not be opened.',
    suggestion: 'Check the address, or try again later.',
    retryable: true,
  },
  NAVIGATION_REFUSED: {
    kind: 'permission_error',
    message: 'The page leads to a host that needs approval.',
    suggestion: 'Open that address with action "goto", so that a person can be asked.',
  },
  PAGE_CHANGED: {
    kind: 'permission_error',
    message: 'The tab moved to another host before the action began.',
    suggestion: 'Read the page with action "content", then repeat the action if it is still right.',
  },
  BROWSER_CLOSED: {
    kind: 'system_error',
    message: 'The browser ended, or its session was closed, during the action.',
    suggestion: 'Open the page again with action "goto".',
  },
});
