import { destinationOf } from '@ku0/agent-runtime-tools-net';

/**
 * The host that the content of a page comes from, as host patterns compare it. Undefined for pages without one.
 *
 *     https://Docs.example.com./a      docs.example.com
 *     blob:https://example.com/1234    example.com
 *     about:blank, chrome-error://...  undefined
 */
export function hostOfPage(url: string): string | undefined {
  const parsed = URL.parse(url);
  const source = parsed?.protocol === 'blob:' ? URL.parse(parsed.origin) : parsed;
  if (source?.protocol !== 'http:' && source?.protocol !== 'https:') return undefined;
  return destinationOf(source).host;
}
