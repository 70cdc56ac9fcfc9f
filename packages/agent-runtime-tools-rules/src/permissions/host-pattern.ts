/** Which addresses a host in a rule means. */
export interface HostPattern {
  /** Only an address that can be nothing but one of this host, with http or https. */
  readonly consents: (url: string) => boolean;
  /** Every address that some program may read as one of this host: of any scheme, or of none. */
  readonly restricts: (url: string) => boolean;
}

/**
 * Reads `example.com`, which is that host, or `*.example.com`, which is its subdomains alone. Case does not matter, and a
 * name of another script is the same as its ASCII form. Throws a TypeError for anything else.
 */
export function parseHostPattern(pattern: string): HostPattern {
  const isSubdomains = pattern.startsWith('*.');
  const wanted = asciiHost(isSubdomains ? pattern.slice(2) : pattern);
  if (wanted === undefined || wanted.includes('*'))
    throw new TypeError(`${JSON.stringify(pattern)} is not a host name`);
  const matches = (host: string): boolean =>
    isSubdomains ? host.endsWith(`.${wanted}`) && host.length > wanted.length + 1 : host === wanted;
  return {
    consents(url) {
      const parsed = URL.parse(url);
      return parsed !== null && /^https?:$/.test(parsed.protocol) && matches(withoutFinalDot(parsed.hostname));
    },
    restricts: (url) => possibleHosts(url).some(matches),
  };
}

/** The hosts that an address may lead to, depending on the program that reads it: `//a.com`, `a.com/x` and `git://a.com` too. */
export function possibleHosts(url: string): string[] {
  const parsed = URL.parse(url);
  const withoutScheme = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:(?=[/\\]{2})/i, '')
    .replace(/^[/\\]+/, '');
  const asHttp = URL.parse(`http://${withoutScheme}`);
  return [parsed, asHttp].flatMap((each) =>
    each === null || each.hostname === '' ? [] : withoutFinalDot(each.hostname),
  );
}

function asciiHost(host: string): string | undefined {
  if (/[/@?#\\\s]|[^:\]]:\d*$/.test(host)) return undefined;
  const parsed = URL.parse(`http://${host}/`);
  return parsed === null || parsed.port !== '' ? undefined : withoutFinalDot(parsed.hostname);
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.$/, '');
}
