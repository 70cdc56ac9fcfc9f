import type { ApiError } from '../api/studio-api.ts';
import { takeToken } from './token.ts';

/** Taken when the page is loaded, before anything else looks at the address. */
const token = takeToken();

/** An answer that is not a success. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly suggestion: string | undefined;

  constructor(status: number, { code, message, suggestion }: ApiError['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends a request to the API and reads its JSON. Rejects with a RequestError. */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  return (await response.json()) as T;
}

/** Sends a request; rejects with a RequestError if it is refused. */
export async function send(path: string, { method = 'GET', body, signal }: RequestOptions = {}): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  if (response.ok) return response;
  throw new RequestError(response.status, await errorOf(response));
}

/** What went wrong, in words. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestError) return [error.message, error.suggestion].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

async function errorOf(response: Response): Promise<ApiError['error']> {
  const unknown = { code: '', message: `The server answered with status ${response.status}.` };
  const body = (await response.json().catch(() => ({ error: unknown }))) as Partial<ApiError>;
  return body.error ?? unknown;
}
