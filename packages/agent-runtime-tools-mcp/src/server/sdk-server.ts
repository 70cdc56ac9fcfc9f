import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** The part of the SDK's server that answers requests. */
export type SdkServer = McpServer['server'];

/** The capabilities of the client. From revision 2026-07-28 on, each request carries them. */
export function clientCapabilities(server: SdkServer, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = mcpReq.envelope;
  // oxlint-disable-next-line typescript/no-deprecated -- The only way for clients of earlier revisions.
  return envelope === undefined ? server.getClientCapabilities() : envelope[CLIENT_CAPABILITIES_META_KEY];
}

/** Sends a log message, if the client wants messages of this level. A failure to send does not affect the call. */
export function sendLog({ mcpReq }: ServerContext, level: 'info' | 'notice', text: string, logger: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- Clients of earlier revisions have no other way to see output.
  void mcpReq.log(level, text, logger).catch(() => {});
}
