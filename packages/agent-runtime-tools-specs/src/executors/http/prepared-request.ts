import { membersOf } from '../../members.ts';
import type { ToolSpec } from '../../spec/tool-spec.ts';
import { SpecConfigError, type ToolArguments } from '../spec-executor.ts';
import { declaredParameters, parametersOf, readTemplate } from '../template/placeholders.ts';
import { refused, valueText } from '../template/value-text.ts';
import { readBodyTemplate } from './body-template.ts';
import type { HttpConfig } from './http-config.ts';
import { readUrlTemplate } from './url-template.ts';

/** A request without its credentials. */
export interface RenderedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body?: string;
}

export interface PreparedRequest {
  /** The only host that the request and its redirects may reach. */
  readonly host: string;
  render(args: ToolArguments): RenderedRequest;
}

const IN_QUERY = new Set(['GET', 'HEAD', 'DELETE']);
const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};

/**
 * Reads the templates of a request. If the spec has neither a query nor a body, the parameters that the address does not use
 * are sent in the query (GET, HEAD, DELETE) or as a JSON object. Throws a SpecConfigError.
 */
export function prepareRequest({ inputSchema }: ToolSpec, config: HttpConfig): PreparedRequest {
  const { method = 'GET', bodyType = 'json' } = config;
  const declared = declaredParameters(inputSchema);
  const url = readUrlTemplate(config.url, config.query ?? {}, declared);
  const headers = Object.entries(config.headers ?? {}).map(([name, value]) => ({
    name,
    value: readTemplate(value, declared),
  }));
  for (const { name } of headers)
    if (/^(?:host|content-length|transfer-encoding|connection)$/i.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new SpecConfigError(`headers: ${name} cannot be set`);
  const isByDefault = config.query === undefined && config.body === undefined;
  const used = new Set([...url.parameters, ...headers.flatMap(({ value }) => parametersOf(value))]);
  const rest = isByDefault ? [...declared].filter((name) => !used.has(name)) : [];
  const body = bodyOf(config, method, rest, declared);
  return {
    host: url.host,
    render(args) {
      const address = url.render(args);
      if (IN_QUERY.has(method)) addToQuery(address, rest, args);
      const sent = body?.render(args);
      const rendered = new Headers(headers.map(({ name, value }) => [name, headerText(value, args)]));
      if (sent === undefined) return { method, url: address, headers: rendered };
      if (!rendered.has('content-type')) rendered.set('content-type', CONTENT_TYPES[bodyType]);
      return { method, url: address, headers: rendered, body: bodyText(sent, bodyType) };
    },
  };
}

function bodyOf(config: HttpConfig, method: string, rest: readonly string[], declared: ReadonlySet<string>) {
  if (config.body !== undefined) {
    if (method === 'GET' || method === 'HEAD') throw new SpecConfigError(`body: a ${method} request has none`);
    return readBodyTemplate(config.body, declared);
  }
  if (IN_QUERY.has(method) || rest.length === 0) return undefined;
  return readBodyTemplate(Object.fromEntries(rest.map((name) => [name, `{${name}}`])), declared);
}

function addToQuery(url: URL, names: readonly string[], args: ToolArguments): void {
  for (const name of names) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    for (const item of [value].flat()) url.searchParams.append(name, valueText(name, item));
  }
}

function headerText(template: ReturnType<typeof readTemplate>, args: ToolArguments): string {
  return template
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const value = args[piece.parameter];
      const text = value === undefined || value === null ? '' : valueText(piece.parameter, value);
      if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
        throw refused(piece.parameter, 'has characters that a header cannot have');
      return text;
    })
    .join('');
}

function bodyText(body: unknown, type: keyof typeof CONTENT_TYPES): string {
  if (type === 'text') return typeof body === 'string' ? body : JSON.stringify(body);
  if (type === 'json') return JSON.stringify(body);
  const pairs = Object.entries(membersOf(body)).flatMap(([name, value]) =>
    [value].flat().map((item): [string, string] => [name, valueText(name, item)]),
  );
  return new URLSearchParams(pairs).toString();
}
