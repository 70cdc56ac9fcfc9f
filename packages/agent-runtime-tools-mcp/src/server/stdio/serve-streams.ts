import { isInitializeRequest, PROTOCOL_VERSION_META_KEY, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveTransport, type Connection, type ConnectionParts } from '../serve-transport.ts';
import type { StreamTransport } from './stream-transport.ts';

/**
 * Serves a client over streams. The SDK can let every message decide about the protocol revision, and checks the form of each
 * for that. A client that begins with `initialize` has decided for all of its messages, so its server is connected directly.
 */
export function serveStreams(transport: StreamTransport, parts: ConnectionParts): Connection {
  let connection: Connection = transport;
  Object.assign(transport, {
    onclose: parts.onClosed,
    onerror: parts.onError,
    onmessage(first: JSONRPCMessage) {
      Object.assign(transport, { onmessage: undefined });
      connection = isInitialize(first) ? connect(transport, parts) : serveTransport(transport, parts);
      transport.deliver(first);
    },
  });
  void transport.start();
  return { close: () => connection.close() };
}

function connect(transport: StreamTransport, { createServer, onError }: ConnectionParts): Connection {
  const server = createServer();
  // The server reports errors itself. It would do so in addition to a listener that is set already.
  Object.assign(transport, { onerror: undefined });
  void server.connect(transport).catch(onError);
  return server;
}

/** Whether it is the first message of a client of a revision up to 2025-11-25. */
function isInitialize(message: JSONRPCMessage): boolean {
  return isInitializeRequest(message) && message.params['_meta']?.[PROTOCOL_VERSION_META_KEY] === undefined;
}
