import type { SchemaFault } from '../schema/schema-fault.ts';
import { acceptedTypes, jsonTypeOf, resolveReference } from '../schema/accepted-types.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';
import { nearestNames } from '../text/nearest-names.ts';
import { printable } from '../text/printable.ts';
import { isUnionFault, withoutUnintendedBranches } from './union-faults.ts';

/** One thing that is wrong with the arguments, said so that a model can correct it. */
export interface ArgumentFault {
  /** JSON pointer of the parameter; '' is the whole. */
  readonly parameter: string;
  readonly message: string;
}

/** The validator's findings in words: the parameter, what was expected, what came. */
export function describeFaults(faults: readonly SchemaFault[], schema: SchemaNode): ArgumentFault[] {
  const told = withoutUnintendedBranches(faults);
  const choices = new Set(told.filter(isUnionFault).map((fault) => fault.instancePath));
  const described: ArgumentFault[] = [];
  for (const fault of told) {
    // Forms that are referred to cannot be told apart; what is wrong with one of them says nothing of the others.
    if (choices.has(fault.instancePath) && !isUnionFault(fault)) continue;
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
        message: `${label(`${fault.instancePath}/${name}`)} is required${meaning(fault, name)}`,
      };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return {
        parameter: `${fault.instancePath}/${name}`,
        message: `unknown parameter ${quoted(name)}${hint(name, fault, schema)}`,
      };
    }
    case 'type':
      return at(fault, `must be ${article(params['type'])}, got ${received(fault.data)}`);
    case 'enum':
      return at(fault, `must be one of ${list(params['allowedValues'])}, got ${received(fault.data)}`);
    case 'const':
      return at(fault, `must be ${JSON.stringify(params['allowedValue'])}, got ${received(fault.data)}`);
    case 'anyOf':
    case 'oneOf': {
      const values = constantsOf(fault.schema);
      const expected = values === undefined ? formsIn(fault.schema, schema) : `must be one of ${list(values)}`;
      return at(fault, `${expected}, got ${received(fault.data)}`);
    }
    default:
      return at(fault, `${fault.message ?? `breaks the rule "${fault.keyword}"`}, got ${received(fault.data)}`);
  }
}

/** The values of a choice between constants. */
function constantsOf(options: unknown): unknown[] | undefined {
  if (!Array.isArray(options) || !options.every((option) => isSchemaNode(option) && 'const' in option))
    return undefined;
  return options.map((option: SchemaNode) => option['const']);
}

/** The forms that a value may have, as far as they can be told in a few words. */
function formsIn(options: unknown, root: SchemaNode): string {
  const forms = Array.isArray(options) ? options.map((option: unknown) => formOf(option, root)) : [];
  const known = [...new Set(forms)];
  if (known.length === 0 || known.some((form) => form === undefined)) return 'fits none of the allowed forms';
  return `must be ${known.slice(0, MAX_DESCRIBED).join(' or ')}`;
}

function formOf(option: unknown, root: SchemaNode): string | undefined {
  if (!isSchemaNode(option)) return undefined;
  const node = resolveReference(option, root);
  if ('const' in node) return quoted(node['const']);
  if (Array.isArray(node['enum'])) return `one of ${list(node['enum'])}`;
  const types = [...acceptedTypes(node, root)];
  if (types.length === 0) return undefined;
  const properties = isSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
  const tags = properties.filter(
    (entry): entry is [string, SchemaNode] => isSchemaNode(entry[1]) && 'const' in entry[1],
  );
  const tagged = tags.map(([name, property]) => `${name}: ${quoted(property['const'])}`).join(', ');
  const names = Array.isArray(node['required']) ? node['required'].slice(0, MAX_DESCRIBED).join(', ') : '';
  const details = tagged === '' ? names : tagged;
  return types.map(article).join(' or ') + (types.includes('object') && details !== '' ? ` with ${details}` : '');
}

function at(fault: SchemaFault, message: string): ArgumentFault {
  return { parameter: fault.instancePath, message: `${label(fault.instancePath)} ${message}` };
}

/** A pointer as people write it: `/edits/0/path` becomes `edits[0].path`. */
function label(pointer: string): string {
  if (pointer === '') return 'the arguments';
  const path = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (joined, token) => (/^\d+$/.test(token) ? `${joined}[${token}]` : joined === '' ? token : `${joined}.${token}`),
      '',
    );
  return printable(path.slice(0, 200));
}

function meaning(fault: SchemaFault, name: string): string {
  const properties: unknown = isSchemaNode(fault.parentSchema) ? fault.parentSchema['properties'] : undefined;
  const property: unknown = isSchemaNode(properties) ? properties[name] : undefined;
  if (!isSchemaNode(property)) return '';
  const described = typeof property['description'] === 'string' ? property['description'] : undefined;
  const type = typeof property['type'] === 'string' ? property['type'] : undefined;
  const words = [type, described].filter((word) => word !== undefined);
  return words.length === 0 ? '' : ` (${words.join(': ')})`;
}

function hint(name: string, fault: SchemaFault, schema: SchemaNode): string {
  const parent = isSchemaNode(fault.parentSchema) ? fault.parentSchema : schema;
  const known = isSchemaNode(parent['properties']) ? Object.keys(parent['properties']) : [];
  const [nearest] = nearestNames(name, known, 1);
  if (nearest !== undefined) return `; did you mean ${quoted(nearest)}?`;
  return known.length === 0 ? '; this takes no parameters' : `; known are ${known.slice(0, 20).join(', ')}`;
}

function article(type: unknown): string {
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
