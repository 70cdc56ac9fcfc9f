import { fail, ok, ToolFailure, type ToolContext, type ToolResult } from '@ku0/agent-runtime-tools-core';
import type { GuardedResponse, Network, NetworkOptions } from '@ku0/agent-runtime-tools-net';
import { specErrors } from '../../errors.ts';
import type { ToolSpec } from '../../spec/tool-spec.ts';
import { readConfig } from '../read-config.ts';
import { secretOf, withoutSecrets, type Secrets } from '../secrets.ts';
import type { SpecExecutor, ToolArguments } from '../spec-executor.ts';
import { SpecConfigError } from '../spec-executor.ts';
import { httpConfigSchema, type HttpConfig } from './http-config.ts';
import { prepareRequest, type PreparedRequest, type RenderedRequest } from './prepared-request.ts';
import { valueAt } from './value-at.ts';

export interface HttpExecutorOptions {
  /** The secrets that specs name in `auth`. */
  readonly secrets?: Secrets;
  /** Of the network that is created if the host provides no `services.net`. */
  readonly network?: NetworkOptions;
}

/** Runs tools of the kind `http`: one request to a REST API. Only the host of the spec's address is reached. */
export function httpExecutor({ secrets = {}, network }: HttpExecutorOptions = {}): SpecExecutor {
  let own: Promise<Network> | undefined;
  const ownNetwork = (): Promise<Network> =>
    (own ??= import('@ku0/agent-runtime-tools-net').then(({ createNetwork }) => createNetwork(network)));
  return {
    kind: 'http',
    prepare(spec, written) {
      const config = readConfig(httpConfigSchema, written);
      if ((config.auth?.type === 'header' || config.auth?.type === 'query') && config.auth.name === undefined)
        throw new SpecConfigError(`implementation_config.auth: ${config.auth.type} needs a name`);
      const request = prepareRequest(spec, config);
      return {
        async execute(args, context) {
          const net = context.services.net ?? (await ownNetwork());
          return callServer({ spec, config, request, secrets, net }, args, context);
        },
      };
    },
    async shutdown() {
      const created = await own;
      own = undefined;
      await created?.close();
    },
  };
}

interface HttpTool {
  readonly spec: ToolSpec;
  readonly config: HttpConfig;
  readonly request: PreparedRequest;
  readonly secrets: Secrets;
  readonly net: Network;
}

async function callServer(tool: HttpTool, args: ToolArguments, context: ToolContext): Promise<ToolResult> {
  const { config, request, secrets, spec, net } = tool;
  const rendered = request.render(args);
  const used = config.auth === undefined ? [] : [await secretOf(secrets, config.auth.secret, { spec, context })];
  if (config.auth !== undefined) authenticate(rendered, config.auth, used[0] ?? '');
  const { maxBytes } = config.response ?? {};
  try {
    const response = await net.fetch(rendered.url, {
      method: rendered.method,
      headers: rendered.headers,
      signal: context.signal,
      allowHosts: [request.host],
      // The coordinator sets the deadline.
      timeoutMs: 0,
      ...(rendered.body !== undefined && { body: rendered.body }),
      ...(maxBytes !== undefined && { maxBytes }),
    });
    const text = withoutSecrets(await response.text(), allForms(used));
    return response.ok ? readAnswer(response, text, config) : fail(answerError(response, text));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return fail({ ...error.error, message: withoutSecrets(error.error.message, allForms(used)) });
  }
}

function authenticate({ headers, url }: RenderedRequest, auth: NonNullable<HttpConfig['auth']>, secret: string): void {
  const { type, name = '', username = '' } = auth;
  if (type === 'query') url.searchParams.set(name, secret);
  else if (type === 'header') headers.set(name, secret);
  else if (type === 'bearer') headers.set('authorization', `Bearer ${secret}`);
  else headers.set('authorization', `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`);
}

/** As an answer or an address may repeat it. */
function allForms(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
  ]);
}

function readAnswer(response: GuardedResponse, text: string, { response: mapping = {} }: HttpConfig): ToolResult {
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  if (mapping.type === 'text' || (mapping.type === undefined && mapping.path === undefined && !isJson)) return ok(text);
  if (text.trim() === '') return ok(null);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(specErrors.RESULT_INVALID({ message: 'The answer of the server is not JSON.' }));
  }
  if (mapping.path === undefined) return ok(value);
  const found = valueAt(value, mapping.path);
  return found === undefined
    ? fail(specErrors.RESULT_INVALID({ message: `The answer of the server has nothing at ${mapping.path}.` }))
    : ok(found);
}

const MAX_SHOWN = 2_000;
/** The request may succeed later. */
const TEMPORARY = new Set([408, 425, 429, 502, 503, 504]);

function answerError({ status, statusText }: GuardedResponse, text: string) {
  const shown = text.trim().slice(0, MAX_SHOWN);
  return specErrors.HTTP_FAILED({
    message: `The server answered ${status}${statusText === '' ? '' : ` ${statusText}`}${shown === '' ? '.' : `: ${shown}`}`,
    details: { status, body: shown },
    retryable: TEMPORARY.has(status),
  });
}
