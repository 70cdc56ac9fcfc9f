export type HostPattern = (url: string) => boolean;

/** `example.com` is that host; `*.example.com` its subdomains alone. Letters of either case, names of any script. */
export function hostPattern(pattern: string): HostPattern {
  const isBelow = pattern.startsWith('*.');
  const wanted = asciiHost(isBelow ? pattern.slice(2) : pattern);
  if (wanted === undefined || wanted.includes('*'))
    throw new TypeError(`${JSON.stringify(pattern)} is not a host name`);
  return (url) => {
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) return false;
    const host = parsed.hostname.replace(/\.$/, '');
    return isBelow ? host.endsWith(`.${wanted}`) && host.length > wanted.length + 1 : host === wanted;
  };
}

function asciiHost(host: string): string | undefined {
  if (/[/@?#\\\s]/.test(host)) return undefined;
  const parsed = URL.parse(`http://${host}/`);
  return parsed === null || parsed.port !== '' ? undefined : parsed.hostname.replace(/\.$/, '');
}
