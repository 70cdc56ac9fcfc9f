import { errorText } from '../../error-text.ts';
import { isObject, membersOf } from '../../members.ts';
import type { ParsedSource, PlacedSpec } from '../../spec/parse-source.ts';
import { readSpec } from '../../spec/read-spec.ts';
import { placeOf, readSourceText, SourceSyntaxError } from '../../spec/source-text.ts';
import type { SpecProblem } from '../../spec/spec-problem.ts';
import type { SpecReader } from '../read-text.ts';
import { OpenApiDocument, OpenApiError } from './document.ts';
import { operationSpec, type Operation } from './operation-spec.ts';
import type { SchemeSecret } from './security.ts';

export interface OpenApiReaderOptions {
  /** Where the API is. Default: the first server of the document. */
  readonly serverUrl?: string;
  /** Comes before every name: `github_`. */
  readonly prefix?: string;
  /** Which operations become tools. Default: all. */
  readonly include?: (operation: { readonly method: string; readonly path: string; readonly id?: string }) => boolean;
  /** The secrets of security schemes, by the name of the scheme. */
  readonly auth?: Readonly<Record<string, SchemeSecret>>;
  /** Whether answers are checked against the schemas of the document. Default true. */
  readonly outputSchemas?: boolean;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** Reads an OpenAPI 3.1 document, as YAML or JSON: each operation becomes a tool of the kind `http`. */
export function openApiReader(options: OpenApiReaderOptions = {}): SpecReader {
  return async (text, source) => {
    try {
      const document = new OpenApiDocument(openApiRoot(await readSourceText(text, source)));
      return await readOperations({ document, text, source, options });
    } catch (error) {
      const place = error instanceof SourceSyntaxError ? error.place : undefined;
      return { specs: [], problems: [{ kind: 'syntax', source, ...place, message: errorText(error) }] };
    }
  };
}

interface Reading {
  readonly document: OpenApiDocument;
  readonly text: string;
  readonly source: string;
  readonly options: OpenApiReaderOptions;
}

async function readOperations({ document, text, source, options }: Reading): Promise<ParsedSource> {
  const specs: PlacedSpec[] = [];
  const problems: SpecProblem[] = [];
  const version = versionOf(document);
  for (const found of operationsOf(document, serverOf(document, source, options), options)) {
    const path = ['paths', found.path, found.method];
    const faults = await tryOperation(document, found, options, version, (spec) => specs.push({ spec, path }));
    for (const message of faults)
      problems.push({ kind: 'invalid', source, ...(await placeOf(text, path)), tool: found.name, message });
  }
  return { specs, problems };
}

async function tryOperation(
  document: OpenApiDocument,
  found: Operation,
  options: OpenApiReaderOptions,
  version: object,
  add: (spec: PlacedSpec['spec']) => void,
): Promise<string[]> {
  try {
    const draft = operationSpec(document, found, options);
    const reading = readSpec({ ...draft, metadata: { ...membersOf(draft['metadata']), ...version } });
    if (!reading.ok) return reading.faults.map(({ message }) => message);
    add(reading.spec);
    return [];
  } catch (error) {
    if (error instanceof OpenApiError) return [error.message];
    throw error;
  }
}

function* operationsOf(
  document: OpenApiDocument,
  server: string,
  { include = () => true, prefix = '' }: OpenApiReaderOptions,
): Generator<Operation> {
  const taken = new Set<string>();
  for (const [path, written] of Object.entries(membersOf(document.root['paths']))) {
    const item = document.object(written);
    for (const method of METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const { operationId: id } = operation;
      if (!include({ method, path, ...(typeof id === 'string' && { id }) })) continue;
      const name = freeName(prefix + (typeof id === 'string' ? id : `${method}${path}`), taken);
      yield { method, path, item, operation, name, server };
    }
  }
}

/** A name that models can call, and that no other operation has. */
function freeName(wanted: string, taken: Set<string>): string {
  const base =
    wanted
      .replaceAll(/[^\w-]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 60) || 'operation';
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return name;
}

function openApiRoot(value: unknown) {
  if (!isObject(value)) throw new OpenApiError('the document is not an object');
  const { openapi } = value;
  if (typeof openapi === 'string' && /^3\.1(?:\.|$)/.test(openapi)) return value;
  throw new OpenApiError(`only OpenAPI 3.1 is read, not ${JSON.stringify(openapi ?? value['swagger'] ?? null)}`);
}

/** The server without a slash at its end. A relative one starts at the address of the document. */
function serverOf(document: OpenApiDocument, source: string, { serverUrl }: OpenApiReaderOptions): string {
  const [first] = Array.isArray(document.root['servers']) ? (document.root['servers'] as unknown[]) : [];
  const { url = '/', variables } = membersOf(first);
  const written = serverUrl ?? withDefaults(String(url), membersOf(variables));
  const base = URL.canParse(source) ? source : undefined;
  if (!URL.canParse(written, base)) throw new OpenApiError(`there is no server: give the serverUrl (found ${written})`);
  return new URL(written, base).href.replace(/\/+$/, '');
}

function withDefaults(url: string, variables: Readonly<Record<string, unknown>>): string {
  return url.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
    const value = membersOf(variables[name])['default'];
    return typeof value === 'string' ? value : '';
  });
}

function versionOf(document: OpenApiDocument): { readonly version?: string } {
  const { version } = membersOf(document.root['info']);
  return typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version) ? { version } : {};
}
