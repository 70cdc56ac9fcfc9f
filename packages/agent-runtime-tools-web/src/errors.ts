import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** Why a page could not be read or a search not be made. What goes wrong on the network has the codes of `net`. */
export const webErrors = errorCatalogue({
  ROBOTS_DISALLOWED: {
    kind: 'permission_error',
    message: 'The robots.txt of this site does not allow this page to be read.',
    suggestion: 'Use another source.',
  },
  BINARY_CONTENT: {
    kind: 'user_error',
    message: 'The answer is neither text nor a format that can be shown as text.',
    suggestion: 'Use format "raw" to get it as base64.',
  },
  CONVERSION_FAILED: {
    kind: 'system_error',
    message: 'The document could not be converted to text.',
    suggestion: 'Use format "raw", or another source.',
  },
  SEARCH_NOT_CONFIGURED: {
    kind: 'system_error',
    message: 'No search provider is configured.',
    suggestion:
      'Read pages whose address is known with web_fetch. The host can configure a provider: webPack({ search }).',
  },
  SEARCH_FAILED: {
    kind: 'system_error',
    message: 'The search provider did not give usable results.',
    suggestion: 'Try again later, or with other words.',
    retryable: true,
  },
});
