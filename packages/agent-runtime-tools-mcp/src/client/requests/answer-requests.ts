import { pathToFileURL } from 'node:url';
import type { Client, CreateMessageRequest, CreateMessageResult } from '@modelcontextprotocol/client';
import { elicit } from './elicitation.ts';
import type { RunningCalls } from './running-calls.ts';

/** What the host lets servers ask for. */
export interface OfferedFeatures {
  /** Whether servers may ask the person questions. Default false. */
  readonly elicitation?: boolean;
  /** Answers a server's request to use the host's model. Without it, such requests are refused. */
  readonly sampling?: Sampling;
  /** The folders that servers are told about. */
  readonly roots?: () => Promise<readonly string[]>;
}

/** Answers a server's request to use the host's model. */
export type Sampling = (
  // oxlint-disable-next-line typescript/no-deprecated -- Servers of earlier revisions have no other way to use a model.
  request: CreateMessageRequest['params'],
  options: { readonly server: string; readonly signal: AbortSignal },
  // oxlint-disable-next-line typescript/no-deprecated -- As above.
) => Promise<CreateMessageResult>;

/** The capabilities that are declared for what the host offers. */
export function offeredCapabilities({ elicitation, sampling, roots }: OfferedFeatures) {
  return {
    ...(elicitation === true && { elicitation: { form: { applyDefaults: true } } }),
    ...(sampling !== undefined && { sampling: {} }),
    ...(roots !== undefined && { roots: { listChanged: false } }),
  };
}

/** Answers the requests of a server. Whatever is not offered here, the SDK refuses. */
export function answerRequests(client: Client, server: string, offered: OfferedFeatures, calls: RunningCalls): void {
  const { sampling, roots } = offered;
  if (offered.elicitation === true)
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq: { signal } }) => {
      if (!('requestedSchema' in params)) return { action: 'decline' };
      const { message, requestedSchema: schema } = params;
      return elicit({ server, message, schema, signal }, calls.find()?.callbacks);
    });
  if (sampling !== undefined)
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq: { signal } }) =>
      sampling(params, { server, signal }),
    );
  if (roots !== undefined)
    client.setRequestHandler('roots/list', async () => ({
      roots: (await roots()).map((path) => ({ uri: pathToFileURL(path).href })),
    }));
}
