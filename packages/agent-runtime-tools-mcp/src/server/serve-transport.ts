import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { SdkServer } from './sdk-server.ts';

export interface ConnectionParts {
  /** Called again if the client tries the newest revision first and falls back to an earlier one. */
  readonly createServer: () => SdkServer;
  readonly onClosed: () => void;
  readonly onError: ((error: Error) => void) | undefined;
}

export interface Connection {
  close(): Promise<void>;
}

/** Serves the client at the other end of a transport. Its first messages decide about the protocol revision. */
export function serveTransport(transport: Transport, { createServer, onClosed, onError }: ConnectionParts): Connection {
  const connection = serveStdio(createServer, { transport, ...(onError !== undefined && { onerror: onError }) });
  const { onclose } = transport;
  Object.assign(transport, {
    onclose() {
      onclose?.();
      onClosed();
    },
  });
  return connection;
}
