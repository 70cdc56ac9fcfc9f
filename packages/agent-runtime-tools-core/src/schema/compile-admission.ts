import { type Allowance, admit, admitText, admitTexts, isPlain } from '../arguments/admit.ts';
import { isSchemaNode, type SchemaNode } from './schema-node.ts';

/** Copies arguments as `admit` does, parameters in the schema's order. */
export type Admission = (source: unknown, allowance: Allowance) => unknown;

/**
 * An admission made for one schema: it knows the names of the parameters, which lets the engine copy them several
 * times faster than by walking over keys it has never heard of. Only for objects that take no other parameters;
 * whatever is out of the ordinary goes the general way, which also knows what to say about it.
 */
export function compileAdmission(schema: SchemaNode): Admission {
  const properties = schema['properties'];
  const simple = schema['type'] === 'object' && schema['additionalProperties'] === false && isSchemaNode(properties);
  if (!simple) return admit;
  const names = Object.keys(properties);
  if (names.length > MAX_PROPERTIES || names.some((name) => name in Object.prototype)) return admit;
  const keys = names.map((name) => JSON.stringify(name));
  const body = `return function admission(source, allowance) {
    if (typeof source !== 'object' || source === null || !isPlain(source)) return admit(source, allowance);
    let present = 0;
    ${names.map((name, index) => readProperty(name, index, properties[name])).join('')}
    if (Object.keys(source).length !== present) return admit(source, allowance);
    let copied;
    if (present === ${names.length}) copied = { ${keys.map((key, index) => `${key}: v${index}`).join(', ')} };
    else {
      copied = {};
      ${keys.map((key, index) => `if (v${index} !== undefined) copied[${key}] = v${index};`).join('\n      ')}
    }
    return allowance.freeze ? Object.freeze(copied) : copied;
  }`;
  // oxlint-disable-next-line typescript/no-implied-eval -- all that varies in the text is written by JSON.stringify.
  const make = new Function('admit', 'admitText', 'admitTexts', 'isPlain', body) as (...tools: unknown[]) => Admission;
  return make(admit, admitText, admitTexts, isPlain);
}

const MAX_PROPERTIES = 64;

/** Reads a parameter once. A finite number and a boolean need no more looking at. */
function readProperty(name: string, index: number, schema: unknown): string {
  const value = `v${index}`;
  const copyContainer = isListOfTexts(schema) ? 'admitTexts' : 'admit';
  return `
    let ${value} = source[${JSON.stringify(name)}];
    if (${value} !== undefined) {
      present++;
      if (typeof ${value} === 'string') admitText(${value}, allowance);
      else if (typeof ${value} === 'object') { if (${value} !== null) { allowance.depth = 1; ${value} = ${copyContainer}(${value}, allowance); } }
      else if (typeof ${value} === 'number' ? ${value} - ${value} !== 0 : typeof ${value} !== 'boolean') return admit(source, allowance);
    }`;
}

function isListOfTexts(schema: unknown): boolean {
  if (!isSchemaNode(schema) || schema['type'] !== 'array') return false;
  const { items } = schema;
  return isSchemaNode(items) && items['type'] === 'string';
}
