import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { isListOfUniqueStrings } from '../rules/check-schema.ts';
import { isPortablePattern } from '../schema/portable-pattern.ts';
import { listOf } from '../rules/walk-schema.ts';

/** Lists what Gemini would reject in a function declaration. */
export function checkGeminiDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition)) return ['the definition is not an object'];
  const { name, description, parameters } = definition;
  const problems: string[] = [];
  if (typeof name !== 'string' || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name)) {
    problems.push('name must start with a letter or an underscore, and have at most 64 of a-z A-Z 0-9 _ . : -');
  }
  if (typeof description !== 'string') problems.push('description is not a string');
  if ('parameters' in definition) {
    problems.push(...checkParameters(parameters).map((problem) => `parameters: ${problem}`));
  }
  return problems;
}

/** Parameter names that Gemini accepts. */
export const GEMINI_PARAMETER_NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

function checkParameters(parameters: unknown): string[] {
  if (!isSchemaNode(parameters) || parameters['type'] !== 'OBJECT') return ['must be of type OBJECT'];
  const names = Object.keys(parameters['properties'] ?? {});
  const refused = names.filter((name) => !GEMINI_PARAMETER_NAME.test(name));
  return [
    ...(names.length === 0 ? ['properties must not be empty; leave out the parameters'] : []),
    ...refused.map((name) => `the parameter ${JSON.stringify(name)} must match ${GEMINI_PARAMETER_NAME.source}`),
    ...checkSchema(parameters, ''),
  ];
}

function checkSchema(schema: unknown, at: string): string[] {
  if (!isSchemaNode(schema)) return [`${at || '/'}: is not an object`];
  const problems = checkNode(schema).map((problem) => `${at || '/'}: ${problem}`);
  const children = [
    ...Object.entries(isSchemaNode(schema['properties']) ? schema['properties'] : {}),
    ...Object.entries(listOf(schema['anyOf'])),
    ...('items' in schema ? [['items', schema['items']] as const] : []),
  ];
  return [...problems, ...children.flatMap(([name, child]) => checkSchema(child, `${at}/${name}`))];
}

function checkNode(node: SchemaNode): string[] {
  const fields = Object.keys(node);
  if ('anyOf' in node) {
    if (fields.length > 1) return ['nothing may stand beside anyOf'];
    return listOf(node['anyOf']).length > 0 ? [] : ['anyOf must list schemas'];
  }
  const type = String(node['type']);
  const typeFields = FIELDS_BY_TYPE.get(type);
  if (typeFields === undefined) return [`the type must be one of ${[...FIELDS_BY_TYPE.keys()].join(', ')}`];
  const problems = fields
    .filter((field) => !COMMON_FIELDS.has(field) && !typeFields.includes(field))
    .map((field) => `"${field}" is not a field of ${type}`);
  for (const field of fields) if (!isValid(field, node[field])) problems.push(`"${field}" is malformed`);
  const format = node['format'];
  if (format !== undefined && !(FORMATS_BY_TYPE.get(type) ?? []).includes(format)) {
    problems.push(`the format ${JSON.stringify(format)} is not supported`);
  }
  if (type === 'ARRAY' && !('items' in node)) problems.push('an array without items');
  const names: readonly unknown[] = Object.keys(node['properties'] ?? {});
  if (!listOf(node['required']).every((name) => names.includes(name))) {
    problems.push('required names a property that is not defined');
  }
  return problems;
}

const COMMON_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'nullable',
  'format',
  'default',
  'example',
]);

const FIELDS_BY_TYPE: ReadonlyMap<string, readonly string[]> = new Map([
  ['STRING', ['enum', 'minLength', 'maxLength', 'pattern']],
  ['NUMBER', ['minimum', 'maximum']],
  ['INTEGER', ['minimum', 'maximum']],
  ['BOOLEAN', []],
  ['ARRAY', ['items', 'minItems', 'maxItems']],
  ['OBJECT', ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties']],
  ['NULL', []],
]);

const FORMATS_BY_TYPE: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['STRING', ['enum', 'date-time']],
  ['NUMBER', ['float', 'double']],
  ['INTEGER', ['int32', 'int64']],
]);

function isValid(field: string, value: unknown): boolean {
  if (INT64_FIELDS.has(field)) return /^\d+$/.test(String(value));
  switch (field) {
    case 'title':
    case 'description':
      return typeof value === 'string';
    case 'nullable':
      return typeof value === 'boolean';
    case 'enum':
      return isListOfUniqueStrings(value) && value.length > 0 && !value.includes('');
    case 'required':
    case 'propertyOrdering':
      return isListOfUniqueStrings(value);
    case 'minimum':
    case 'maximum':
      return Number.isFinite(value);
    case 'pattern':
      return isPortablePattern(value);
    default:
      return true;
  }
}

/** Numbers that Gemini writes as decimal strings. */
const INT64_FIELDS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);
