import { printable } from '@ku0/agent-runtime-tools-core';
import type { HttpServerConfig, McpServerConfig, StdioServerConfig } from '../config/server-config.ts';

/** Makes texts of a server safe to show: no values of its configuration that may be secret, nothing hidden, not too long. */
export function redactorFor(config: McpServerConfig): (text: string) => string {
  const { env = {} } = config as Partial<StdioServerConfig>;
  const { headers = {}, oauth, url } = config as Partial<HttpServerConfig>;
  const values = [...Object.values(env), ...Object.values(headers), oauth?.clientSecret, ...secretsOfUrl(url)];
  // `Bearer abc` is often printed without its scheme.
  const parts = values.flatMap((value) => (value === undefined ? [] : [value, ...value.split(/\s+/)]));
  const secrets = [...new Set(parts)].filter((part) => part.length >= MIN_SECRET_CHARS);
  secrets.sort((a, b) => b.length - a.length);
  return (text) => {
    // Cut with room to spare, so that no secret is cut in two before it is found.
    let shown = text.slice(0, 2 * MAX_CHARS);
    for (const secret of secrets) shown = shown.replaceAll(secret, '[redacted]');
    if (shown.length > MAX_CHARS) shown = `${shown.slice(0, MAX_CHARS)} [cut]`;
    return printable(shown.toWellFormed(), { multiline: true });
  };
}

function secretsOfUrl(url: string | undefined): string[] {
  const address = url === undefined ? null : URL.parse(url);
  return address === null ? [] : [...address.searchParams.values()];
}

/** Shorter values, such as `1` and `true`, are no secrets, and replacing them would make texts unreadable. */
const MIN_SECRET_CHARS = 6;
const MAX_CHARS = 8000;
