import { isObject, membersOf, type Members } from '../../members.ts';
import type { ToolSpecDraft } from '../../spec/tool-spec.ts';
import { OpenApiError, type OpenApiDocument } from './document.ts';
import type { OpenApiReaderOptions } from './open-api-reader.ts';
import { authOf } from './security.ts';

/** An operation, by where it is. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly item: Members;
  readonly operation: Members;
  /** The name of the tool. */
  readonly name: string;
  /** The address that paths start at. */
  readonly server: string;
}

/** The spec of an operation. Throws an OpenApiError if it needs something that requests cannot do here. */
export function operationSpec(
  document: OpenApiDocument,
  found: Operation,
  options: OpenApiReaderOptions,
): ToolSpecDraft {
  const { method, path, operation, name, server } = found;
  const inputs = readInputs(document, found);
  const { outputSchemas = true } = options;
  const output = outputSchemas ? outputSchema(document, operation) : undefined;
  const tags = Array.isArray(operation['tags']) ? operation['tags'].filter((tag) => typeof tag === 'string') : [];
  const isReading = method === 'get' || method === 'head';
  const { summary, description } = operation;
  const auth = authOf(document, operation, options.auth ?? {});
  return {
    name,
    description: describe([summary, description], `${method.toUpperCase()} ${path}`),
    toolType: 'http',
    inputSchema: inputs.schema,
    ...(output !== undefined && { outputSchema: output }),
    implementationConfig: {
      method: method.toUpperCase(),
      url: `${server}${path.replaceAll(/\{([^}]*)\}/g, (_, parameter: string) => `{${propertyName(parameter)}}`)}`,
      query: inputs.query,
      headers: inputs.headers,
      ...inputs.body,
      ...(auth !== undefined && { auth }),
    },
    metadata: {
      ...(typeof summary === 'string' && summary !== '' && { title: summary.slice(0, 200) }),
      ...(tags[0] !== undefined && { category: tags[0] }),
      tags,
      isDangerous: method === 'delete',
      requiresApproval: !isReading,
      annotations: { path, method: method.toUpperCase() },
    },
  };
}

interface Inputs {
  readonly schema: Members;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: Members;
}

function readInputs(document: OpenApiDocument, { item, operation }: Operation): Inputs {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const [query, headers]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const { name, place, parameter } of parametersOf(document, item, operation)) {
    const property = propertyName(name);
    const { schema = {}, description } = parameter;
    properties[property] = { ...membersOf(schema), ...(typeof description === 'string' && { description }) };
    if (parameter['required'] === true || place === 'path') required.push(property);
    if (place === 'query') query[name] = `{${property}}`;
    else if (place === 'header') headers[name] = `{${property}}`;
  }
  const body = readBody(document, operation, properties, required);
  const { schemas, definitions } = document.schemas(properties);
  const schema = {
    type: 'object',
    properties: schemas,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
  return { schema, query, headers, body };
}

interface FoundParameter {
  readonly name: string;
  readonly place: string;
  readonly parameter: Members;
}

/** Those of the path and of the operation; the operation's come instead of the path's. */
function parametersOf(document: OpenApiDocument, item: Members, operation: Members): FoundParameter[] {
  const found = new Map<string, FoundParameter>();
  for (const list of [item['parameters'], operation['parameters']])
    for (const written of Array.isArray(list) ? list : []) {
      const parameter = document.object(written);
      const { name, in: place } = parameter;
      if (typeof name !== 'string' || typeof place !== 'string') throw new OpenApiError('a parameter has no name');
      found.set(`${place} ${name}`, { name, place, parameter });
    }
  return [...found.values()].filter(isSendable);
}

function isSendable({ name, place, parameter }: FoundParameter): boolean {
  const { style, explode, content } = parameter;
  const isUsual = (style === undefined || style === 'form' || style === 'simple') && content === undefined;
  if (place !== 'cookie' && isUsual && (place !== 'query' || explode !== false)) return true;
  if (parameter['required'] !== true) return false;
  throw new OpenApiError(`the ${place} parameter ${name} is sent in a way that is not supported`);
}

function readBody(
  document: OpenApiDocument,
  operation: Members,
  properties: Record<string, unknown>,
  required: string[],
): Members {
  if (operation['requestBody'] === undefined) return {};
  const request = document.object(operation['requestBody']);
  const content = membersOf(request['content']);
  const type = Object.keys(content).find((name) => /^application\/(?:[\w.-]+\+)?json\b/.test(name));
  const form = 'application/x-www-form-urlencoded';
  const chosen = type ?? (content[form] === undefined ? undefined : form);
  if (chosen === undefined) {
    if (request['required'] !== true) return {};
    throw new OpenApiError(`the body is ${Object.keys(content).join(' or ') || 'of no kind'}, which is not supported`);
  }
  const property = Object.hasOwn(properties, 'body') ? 'request_body' : 'body';
  properties[property] = membersOf(content[chosen])['schema'] ?? {};
  if (request['required'] === true) required.push(property);
  return { body: `{${property}}`, bodyType: chosen === form ? 'form' : 'json' };
}

/** Of the first answer that means success. */
function outputSchema(document: OpenApiDocument, operation: Members): Members | undefined {
  const responses = membersOf(operation['responses']);
  const success = Object.keys(responses).find((status) => /^2(?:\d\d|XX)$/.test(status));
  if (success === undefined) return undefined;
  const content = membersOf(document.object(responses[success])['content']);
  const type = Object.keys(content).find((name) => /^application\/(?:[\w.-]+\+)?json\b/.test(name));
  const schema = type === undefined ? undefined : membersOf(content[type])['schema'];
  if (!isObject(schema)) return undefined;
  const { schemas, definitions } = document.schemas({ schema });
  return { ...membersOf(schemas['schema']), ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

/** A name that a placeholder can have: `filter[name]` becomes `filter_name_`. */
function propertyName(name: string): string {
  const safe = name.replaceAll(/[^\w-]/g, '_');
  return /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`;
}

function describe(texts: readonly unknown[], otherwise: string): string {
  const text = texts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');
  return (text === '' ? otherwise : text).slice(0, MAX_DESCRIPTION);
}

const MAX_DESCRIPTION = 2_000;
