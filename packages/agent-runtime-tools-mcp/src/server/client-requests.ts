import {
  inputRequired,
  specTypeSchemas,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type ElicitRequestFormParams,
  type ElicitResult,
  type InputRequest,
  type ListRootsResult,
  type StandardSchemaV1Sync,
} from '@modelcontextprotocol/server';

/** What a tool can request of the MCP client that called it: the service `mcpClient` of calls that come over MCP. */
export interface McpClientRequests {
  /** What the client has declared that it can do. */
  readonly capabilities: ClientCapabilities;
  /** Shows a form to the person at the client. */
  elicit(params: McpFormParams, options?: McpRequestOptions): Promise<ElicitResult>;
  /** Has the client's model answer. The protocol phases this out from revision 2026-07-28 on. */
  // oxlint-disable-next-line typescript/no-deprecated -- Clients still offer it.
  createMessage(params: CreateMessageRequestParams, options?: McpRequestOptions): Promise<CreateMessageResult>;
  /** Lists the folders that the client works in. The protocol phases this out from revision 2026-07-28 on. */
  // oxlint-disable-next-line typescript/no-deprecated -- Clients still offer it.
  listRoots(options?: McpRequestOptions): Promise<ListRootsResult>;
}

export type McpFormParams = Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>;

export interface McpRequestOptions {
  /**
   * Names the request. Clients without a session can answer a named request together with the call. Default: a random
   * name, so that nobody can answer before the request is made.
   */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    mcpClient?: McpClientRequests;
  }
}

/** Sends a request to the client and returns its answer. */
export type SendToClient = <T>(
  request: InputRequest,
  /** Returns undefined for what is no answer to the request. */
  readAnswer: (value: unknown) => T | undefined,
  options?: McpRequestOptions,
) => Promise<T>;

/** Requests for which the client has not declared the capability are rejected, and reported to `onMissing`. */
export function clientRequests(
  capabilities: ClientCapabilities,
  send: SendToClient,
  onMissing: (needed: ClientCapabilities) => void,
): McpClientRequests {
  const require = (needed: ClientCapabilities, isDeclared: boolean): void => {
    if (isDeclared) return;
    onMissing(needed);
    throw new Error(`The MCP client has not declared the capability ${Object.keys(needed).join(', ')}.`);
  };
  return {
    capabilities,
    async elicit({ message, requestedSchema }, options) {
      require({ elicitation: { form: {} } }, showsForms(capabilities));
      return send(inputRequired.elicit({ message, requestedSchema }), reader(specTypeSchemas.ElicitResult), options);
    },
    async createMessage(params, options) {
      require({ sampling: {} }, capabilities.sampling !== undefined);
      return send(inputRequired.createMessage(params), reader(specTypeSchemas.CreateMessageResult), options);
    },
    async listRoots(options) {
      require({ roots: {} }, capabilities.roots !== undefined);
      return send(inputRequired.listRoots(), reader(specTypeSchemas.ListRootsResult), options);
    },
  };
}

export function showsForms({ elicitation }: ClientCapabilities): boolean {
  // Without a mode, forms are meant: the first revision with elicitation had no other.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function reader<T>(schema: StandardSchemaV1Sync<unknown, T>): (value: unknown) => T | undefined {
  return (value) => {
    const checked = schema['~standard'].validate(value);
    return checked.issues === undefined ? checked.value : undefined;
  };
}
