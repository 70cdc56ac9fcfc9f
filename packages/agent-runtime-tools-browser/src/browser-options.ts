import type { Network, NetworkOptions } from '@ku0/agent-runtime-tools-net';

export interface BrowserPackOptions extends Pick<
  NetworkOptions,
  'allowPrivate' | 'denyHosts' | 'dial' | 'lookup' | 'ports'
> {
  /** The browser's program. Default: the first Chromium or Chrome found in the usual places. */
  readonly executablePath?: string;
  /** Hosts whose pages may be opened and used without asking: `docs.example.com`, `*.example.com`. Default: none. */
  readonly allowHosts?: readonly string[];
  /** A network service to use instead of one made from these options. It is not closed with the sessions. */
  readonly network?: Network;
  /** Whether Chromium runs its own sandbox. Default: true, except for root, for whom Chromium refuses to start with it. */
  readonly sandbox?: boolean;
  /** Sessions at once. Default: 8. */
  readonly maxSessions?: number;
  /** Sessions at once of one principal. Default: 4. */
  readonly maxSessionsPerPrincipal?: number;
  /** A session without a call is closed after this time, in milliseconds. Default: 600,000. */
  readonly idleMs?: number;
  /** The most bytes of a screenshot. Default: 1 MiB. */
  readonly maxScreenshotBytes?: number;
  /** The most bytes of one answer to a page, after decompression. Default: 64 MiB. */
  readonly maxResponseBytes?: number;
  /** The most bytes that pages receive from the beginning of one action to that of the next. Default: 256 MiB. */
  readonly maxActionBytes?: number;
}

export const DEFAULT_OPTIONS = {
  maxSessions: 8,
  maxSessionsPerPrincipal: 4,
  idleMs: 600_000,
  maxScreenshotBytes: 1024 * 1024,
  maxResponseBytes: 64 * 1024 * 1024,
  maxActionBytes: 256 * 1024 * 1024,
} as const satisfies BrowserPackOptions;
