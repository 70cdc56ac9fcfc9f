import type { TSchema } from '@ku0/agent-runtime-tools-core';

/** One operation of the local API. Its schemas check requests and describe the operation in openapi.json. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As Hono takes it: `/api/tools/:name`. */
  readonly path: string;
  /** One sentence for openapi.json. */
  readonly summary: string;
  /** The body, as JSON; absent if there is none. */
  readonly body?: TSchema;
  /** The parameters after `?`, all optional texts, each with a sentence. */
  readonly query?: Readonly<Record<string, string>>;
  readonly answer: TSchema;
  /** Answers with JSON, or with a whole response. Throws an ApiFailure for what it refuses. */
  handle(request: RouteRequest): unknown;
}

export interface RouteRequest {
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body, which matches the route's schema. */
  readonly body: unknown;
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

/** A refusal, with its HTTP status. */
export class ApiFailure extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 500;
  readonly code: string;
  readonly suggestion: string | undefined;

  constructor(
    status: ApiFailure['status'],
    code: string,
    message: string,
    { suggestion }: { readonly suggestion?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
  }
}
