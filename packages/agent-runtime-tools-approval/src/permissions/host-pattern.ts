/** Which addresses a host's name means. */
export interface HostPattern {
  /** Only an address that can be nothing but one of this host, for the web. */
  readonly consents: (url: string) => boolean;
  /** Whatever may be taken for one: of any scheme, or of none. */
  readonly restricts: (url: string) => boolean;
}

/** `example.com` is that host; `*.example.com` its subdomains alone. Letters of either case, names of any script. */
export function hostPattern(pattern: string): HostPattern {
  const isBelow = pattern.startsWith('*.');
  const wanted = asciiHost(isBelow ? pattern.slice(2) : pattern);
  if (wanted === undefined || wanted.includes('*'))
    throw new TypeError(`${JSON.stringify(pattern)} is not a host name`);
  const fits = (host: string): boolean =>
    isBelow ? host.endsWith(`.${wanted}`) && host.length > wanted.length + 1 : host === wanted;
  return {
    consents(url) {
      const parsed = URL.parse(url);
      return parsed !== null && /^https?:$/.test(parsed.protocol) && fits(withoutDot(parsed.hostname));
    },
    restricts: (url) => hostsIn(url).some(fits),
  };
}

/** The hosts that an address may lead to, depending on who reads it. */
export function hostsIn(url: string): string[] {
  const parsed = URL.parse(url);
  const bare = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:(?=[/\\]{2})/i, '')
    .replace(/^[/\\]+/, '');
  const read = URL.parse(`http://${bare}`);
  return [parsed, read].flatMap((each) => (each === null || each.hostname === '' ? [] : withoutDot(each.hostname)));
}

function asciiHost(host: string): string | undefined {
  if (/[/@?#\\\s]|[^:\]]:\d*$/.test(host)) return undefined;
  const parsed = URL.parse(`http://${host}/`);
  return parsed === null || parsed.port !== '' ? undefined : withoutDot(parsed.hostname);
}

function withoutDot(host: string): string {
  return host.replace(/\.$/, '');
}
