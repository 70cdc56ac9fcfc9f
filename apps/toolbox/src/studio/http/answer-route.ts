import type { Context } from 'hono';
import type { TSchema } from '@ku0/agent-runtime-tools-core';
import type { ApiError } from '@ku0/studio/api';
import { Check, Errors } from 'typebox/value';
import { ApiFailure, type Route } from '../route.ts';

/** Reads a request as its route describes it, and answers it. */
export async function answerRoute(route: Route, context: Context, maxBodyBytes: number): Promise<Response> {
  const answer = await route.handle({
    params: context.req.param(),
    query: context.req.query(),
    body: route.body === undefined ? undefined : await readBody(context, route.body, maxBodyBytes),
    signal: context.req.raw.signal,
  });
  return answer instanceof Response ? answer : Response.json(answer, { headers: NO_STORE });
}

/** The answer to a request that failed. What we did not expect is not shown. */
export function failureResponse(error: unknown): Response {
  const failure = error instanceof ApiFailure ? error : new ApiFailure(500, 'INTERNAL_ERROR', 'Something went wrong.');
  const { status, code, message, suggestion } = failure;
  const body: ApiError = { error: { code, message, ...(suggestion !== undefined && { suggestion }) } };
  return Response.json(body, { status, headers: NO_STORE });
}

const NO_STORE = { 'cache-control': 'no-store' };

async function readBody(context: Context, schema: TSchema, maxBytes: number): Promise<unknown> {
  // A form of another page cannot send this type.
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ApiFailure(415, 'JSON_REQUIRED', 'The body must be JSON, with the content type application/json.');
  const body = parse(await readText(context.req.raw, maxBytes));
  if (Check(schema, body)) return body;
  const [first] = Errors(schema, body);
  const place = first === undefined || first.instancePath === '' ? 'the body' : first.instancePath;
  throw new ApiFailure(400, 'BODY_INVALID', `${place}: ${first?.message ?? 'it is not valid'}`);
}

/** Stops reading as soon as the body is too large, whatever length it was announced with. */
async function readText({ body, headers }: Request, maxBytes: number): Promise<string> {
  const tooLarge = new ApiFailure(413, 'BODY_TOO_LARGE', 'The body is too large.');
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ApiFailure(400, 'BODY_INVALID', 'The body is not JSON.');
  }
}
