import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Compiles host patterns: `example.com` is that host, `*.example.com` its subdomains only, `*` every host.
 * Case, a trailing dot and the spelling of international names do not matter. Throws a TypeError at anything else.
 */
export function compileHostPatterns(patterns: readonly string[]): (hostname: string) => boolean {
  const exact = new Set<string>();
  const suffixes: string[] = [];
  let all = false;
  for (const pattern of patterns) {
    if (pattern === '*') all = true;
    else if (pattern.startsWith('*.')) suffixes.push(`.${hostOf(pattern.slice(2), pattern)}`);
    else exact.add(hostOf(pattern, pattern));
  }
  return (hostname) => all || exact.has(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix));
}

/** The form in which hosts are compared: lower case, ASCII, without brackets and trailing dot. */
export function normalizeHost(hostname: string): string {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(bare) ? bare.toLowerCase() : domainToASCII(bare);
}

function hostOf(text: string, pattern: string): string {
  const host = normalizeHost(text.trim());
  if (host === '' || /[*/@\s?#]/.test(text) || (text.includes(':') && !isIP(host)))
    throw new TypeError(`${JSON.stringify(pattern)} is not a host pattern. Write example.com or *.example.com.`);
  return host;
}
