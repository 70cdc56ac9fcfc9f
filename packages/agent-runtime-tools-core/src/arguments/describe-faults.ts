import type { SchemaFault } from '../schema/schema-fault.ts';
import { acceptedTypes, resolveReference } from '../schema/accepted-types.ts';
import { pointerKeys } from '../schema/json-pointer.ts';
import { jsonTypeOf } from '../schema/json-type.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';
import { nearestNames } from '../text/nearest-names.ts';
import { printable } from '../text/printable.ts';
import { isUnionFault, withoutUnintendedBranches } from './union-faults.ts';

/** One fault of the arguments, in words that let a model correct it. */
export interface ArgumentFault {
  /** JSON pointer of the parameter; empty for the arguments as a whole. */
  readonly parameter: string;
  readonly message: string;
}

/** Describes ajv's errors: which parameter, what was expected, what was received. At most ten, without repetitions. */
export function describeFaults(faults: readonly SchemaFault[], schema: SchemaNode): ArgumentFault[] {
  const relevant = withoutUnintendedBranches(faults);
  const unionPaths = new Set(relevant.filter(isUnionFault).map((fault) => fault.instancePath));
  const described: ArgumentFault[] = [];
  for (const fault of relevant) {
    // Faults of branches behind a `$ref` are not grouped by branch; next to the fault of the union they only confuse.
    if (unionPaths.has(fault.instancePath) && !isUnionFault(fault)) continue;
    const next = describe(fault, schema);
    if (!described.some((known) => known.message === next.message)) described.push(next);
  }
  return described.slice(0, MAX_DESCRIBED);
}

const MAX_DESCRIBED = 10;

function describe(fault: SchemaFault, schema: SchemaNode): ArgumentFault {
  const params: SchemaNode = fault.params;
  switch (fault.keyword) {
    case 'required': {
      const name = String(params['missingProperty']);
      return {
        parameter: `${fault.instancePath}/${name}`,
        message: `${label(`${fault.instancePath}/${name}`)} is required${parameterNote(fault, name)}`,
      };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return {
        parameter: `${fault.instancePath}/${name}`,
        message: `unknown parameter ${quoted(name)}${knownNames(name, fault, schema)}`,
      };
    }
    case 'type':
      return atPath(fault, `must be ${withArticle(params['type'])}, got ${received(fault.data)}`);
    case 'enum':
      return atPath(fault, `must be one of ${list(params['allowedValues'])}, got ${received(fault.data)}`);
    case 'const':
      return atPath(fault, `must be ${JSON.stringify(params['allowedValue'])}, got ${received(fault.data)}`);
    case 'anyOf':
    case 'oneOf': {
      const values = constantsOf(fault.schema);
      const expected = values === undefined ? describeBranches(fault.schema, schema) : `must be one of ${list(values)}`;
      return atPath(fault, `${expected}, got ${received(fault.data)}`);
    }
    default:
      return atPath(fault, `${fault.message ?? `breaks the rule "${fault.keyword}"`}, got ${received(fault.data)}`);
  }
}

/** The values of a union whose branches are all constants. */
function constantsOf(branches: unknown): unknown[] | undefined {
  if (!Array.isArray(branches) || !branches.every((branch) => isSchemaNode(branch) && 'const' in branch))
    return undefined;
  return branches.map((branch: SchemaNode) => branch['const']);
}

/** The branches of a union in words, if each of them can be described briefly. */
function describeBranches(branches: unknown, root: SchemaNode): string {
  const texts = Array.isArray(branches) ? branches.map((branch: unknown) => describeBranch(branch, root)) : [];
  const distinct = [...new Set(texts)];
  if (distinct.length === 0 || distinct.some((text) => text === undefined)) return 'fits none of the allowed forms';
  return `must be ${distinct.slice(0, MAX_DESCRIBED).join(' or ')}`;
}

/** Such as `a string`, or `an object with kind: "file"`. */
function describeBranch(branch: unknown, root: SchemaNode): string | undefined {
  if (!isSchemaNode(branch)) return undefined;
  const node = resolveReference(branch, root);
  if ('const' in node) return quoted(node['const']);
  if (Array.isArray(node['enum'])) return `one of ${list(node['enum'])}`;
  const types = [...acceptedTypes(node, root)];
  if (types.length === 0) return undefined;
  const properties = isSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
  const constants = properties
    .filter((entry): entry is [string, SchemaNode] => isSchemaNode(entry[1]) && 'const' in entry[1])
    .map(([name, property]) => `${name}: ${quoted(property['const'])}`)
    .join(', ');
  const names = Array.isArray(node['required']) ? node['required'].slice(0, MAX_DESCRIBED).join(', ') : '';
  const members = constants === '' ? names : constants;
  return types.map(withArticle).join(' or ') + (types.includes('object') && members !== '' ? ` with ${members}` : '');
}

function atPath(fault: SchemaFault, message: string): ArgumentFault {
  return { parameter: fault.instancePath, message: `${label(fault.instancePath)} ${message}` };
}

/** A JSON pointer as people write a path: `/edits/0/path` becomes `edits[0].path`. */
function label(pointer: string): string {
  if (pointer === '') return 'the arguments';
  const path = pointerKeys(pointer).reduce(
    (joined, key) => (/^\d+$/.test(key) ? `${joined}[${key}]` : joined === '' ? key : `${joined}.${key}`),
    '',
  );
  return printable(path.slice(0, 200));
}

/** The type and description of a missing parameter, in brackets. */
function parameterNote(fault: SchemaFault, name: string): string {
  const properties: unknown = isSchemaNode(fault.parentSchema) ? fault.parentSchema['properties'] : undefined;
  const property: unknown = isSchemaNode(properties) ? properties[name] : undefined;
  if (!isSchemaNode(property)) return '';
  const note = [property['type'], property['description']].filter((part) => typeof part === 'string').join(': ');
  return note === '' ? '' : ` (${note})`;
}

/** The nearest known parameter for an unknown one, or else all known parameters. */
function knownNames(name: string, fault: SchemaFault, schema: SchemaNode): string {
  const parent = isSchemaNode(fault.parentSchema) ? fault.parentSchema : schema;
  const known = isSchemaNode(parent['properties']) ? Object.keys(parent['properties']) : [];
  const [nearest] = nearestNames(name, known, 1);
  if (nearest !== undefined) return `; did you mean ${quoted(nearest)}?`;
  return known.length === 0 ? '; this takes no parameters' : `; known are ${known.slice(0, 20).join(', ')}`;
}

function withArticle(type: unknown): string {
  const name = Array.isArray(type) ? type.join(' or ') : String(type);
  if (name === 'null') return name;
  return /^[aio]/.test(name) ? `an ${name}` : `a ${name}`;
}

function received(value: unknown): string {
  if (value === undefined) return 'nothing';
  const type = jsonTypeOf(value);
  if (type === 'null') return 'null';
  if (type === 'object' || type === 'array')
    return type === 'array' ? `an array of ${(value as unknown[]).length}` : 'an object';
  return `the ${type} ${quoted(value)}`;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' && value.length > 80 ? `${value.slice(0, 77)}...` : value);
  return printable(text);
}

function list(values: unknown): string {
  const all = Array.isArray(values) ? values : [];
  const shown = all.slice(0, 20).map((value) => quoted(value));
  return shown.join(', ') + (all.length > shown.length ? `, ... (${all.length} in all)` : '');
}
