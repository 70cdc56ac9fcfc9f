/**
 * The host and port of an address that a configuration names, so that it may be reached even if it is private. A project may
 * name this machine only.
 */
export function privateHosts(url: string | undefined, { isProject }: { readonly isProject: boolean }): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, port, protocol } = new URL(url);
  if (isProject && !LOOPBACK_HOSTS.has(hostname)) return [];
  return [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`];
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
