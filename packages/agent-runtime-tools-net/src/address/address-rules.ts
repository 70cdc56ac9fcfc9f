import { isIP } from 'node:net';
import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '../errors.ts';
import { addressKind } from './address-kind.ts';
import { compileHostPatterns, normalizeHost } from './host-pattern.ts';
import { compilePrivateExceptions } from './private-exceptions.ts';

export interface AddressRuleOptions {
  /** Private hosts, addresses or CIDR ranges that may be reached: `localhost:8888`, `10.1.0.0/16`. Default: none. */
  readonly allowPrivate?: readonly string[];
  /** Hosts that may never be reached: `example.com`, `*.example.com`. */
  readonly denyHosts?: readonly string[];
  /** The only ports that may be reached. Default: 80, 443, and those from 1024 up that browsers do not block. */
  readonly ports?: readonly number[];
}

/** A host and port to connect to. */
export interface Destination {
  /** Normalised: lower case, ASCII, no brackets, no trailing dot. */
  readonly host: string;
  readonly port: number;
}

/** Decides which URLs may be requested and which addresses may be connected to. */
export interface AddressRules {
  /** Throws a ToolFailure with URL_REFUSED for a URL that may not be requested, whatever its name resolves to. */
  checkUrl(url: string | URL): URL;
  checkDestination(destination: Destination): void;
  /** Throws for an address that the destination's name must not resolve to. */
  checkAddress(address: string, destination: Destination): void;
}

export function createAddressRules({
  allowPrivate = [],
  denyHosts = [],
  ports,
}: AddressRuleOptions = {}): AddressRules {
  const exceptions = compilePrivateExceptions(allowPrivate);
  const isDenied = compileHostPatterns(denyHosts);
  const allowedPorts = ports === undefined ? undefined : new Set(ports);

  const checkAddress = (address: string, { host, port }: Destination): void => {
    const kind = addressKind(address);
    if (kind === 'public' || exceptions.allowsHost(host, port)) return;
    if (kind !== 'invalid' && exceptions.allowsAddress(address, port)) return;
    throw refused(host, `it ${host === address ? 'is' : 'resolves to'} ${KIND_WORDS[kind]}`);
  };

  const checkDestination = (destination: Destination): void => {
    const { host, port } = destination;
    if (isDenied(host)) throw refused(host, 'the host is denied');
    const isException = exceptions.allowsHost(host, port) || (isIP(host) > 0 && exceptions.allowsAddress(host, port));
    if (!isException) {
      if (allowedPorts === undefined ? isBlockedPort(port) : !allowedPorts.has(port))
        throw refused(host, `port ${port} is not allowed`);
      if (isLocalName(host)) throw refused(host, 'it names this machine or its cloud');
    }
    if (isIP(host) > 0) checkAddress(host, destination);
  };

  return {
    checkUrl(url) {
      const parsed = typeof url === 'string' ? parseUrl(url) : url;
      if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
        throw refused(parsed.href, `only http and https are allowed, not ${parsed.protocol.slice(0, -1)}`);
      if (parsed.username !== '' || parsed.password !== '')
        throw refused(parsed.host, 'a URL must not contain a user name or password');
      checkDestination(destinationOf(parsed));
      return parsed;
    },
    checkDestination,
    checkAddress,
  };
}

export function destinationOf(url: URL): Destination {
  const standard = url.protocol === 'https:' ? 443 : 80;
  return { host: normalizeHost(url.hostname), port: url.port === '' ? standard : Number(url.port) };
}

/** A URL as text for messages: without query and fragment, which may hold secrets. */
export function displayUrl(url: URL): string {
  return printable(`${url.origin}${url.pathname}`);
}

export function refused(subject: string, reason: string): ToolFailure {
  return new ToolFailure(
    netErrors.URL_REFUSED({
      message: `${printable(subject.slice(0, 200))} was refused: ${reason}.`,
      details: { reason },
    }),
  );
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw refused(text, 'it is not a valid URL');
  return url;
}

const KIND_WORDS = {
  public: 'a public address',
  loopback: 'an address of this machine',
  private: 'an address of a private network',
  'link-local': 'a link-local address',
  metadata: 'the address of a cloud metadata service',
  multicast: 'a multicast address',
  unspecified: 'the unspecified address',
  reserved: 'a reserved address',
  invalid: 'not an IP address',
} as const;

/** Names that lead to this machine or to a cloud's metadata wherever they are resolved. */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || LOCAL_NAMES.has(host);
}

const LOCAL_NAMES = new Set([
  'ip6-localhost',
  'ip6-loopback',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Below 1024 only the ports of the web; above, not those that the fetch standard blocks or that databases listen on. */
function isBlockedPort(port: number): boolean {
  if (port === 80 || port === 443) return false;
  return port < 1024 || port > 65_535 || BLOCKED_PORTS.has(port);
}

const BLOCKED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 5433, 5672,
  5984, 6000, 6379, 6380, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 8500, 9042, 9092, 9200, 9300,
  10_080, 10_250, 11_211, 15_672, 26_379, 27_017, 27_018, 50_070,
]);
