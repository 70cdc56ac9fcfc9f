import type { Repair, RepairAction } from '../contracts/tool-result.ts';
import { acceptedTypes, type JsonType, jsonTypeOf, resolveReference } from '../schema/accepted-types.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';
import type { ArgumentLimits } from './copy-arguments.ts';
import { parseArguments } from './parse-arguments.ts';

export interface RepairOptions {
  readonly aliases?: Readonly<Record<string, string>>;
  readonly limits: ArgumentLimits;
}

/**
 * Makes the slips of models fit: JSON in a string, numbers and booleans in quotes, a lone value where an array is
 * due, null for an absent optional, a declared other name. Only where one reading is possible. Changes the value it
 * is given (hand it a copy) and lists what it did.
 */
export function repairArguments(
  value: unknown,
  schema: SchemaNode,
  options: RepairOptions,
): { value: unknown; repairs: Repair[] } {
  const repairs: Repair[] = [];
  const bench: Bench = { root: schema, limits: options.limits, repairs };
  const whole = repairValue(value, schema, '', bench);
  if (options.aliases !== undefined && isSchemaNode(whole)) renameAliases(whole, schema, options.aliases, bench);
  if (isSchemaNode(whole) || Array.isArray(whole)) repairChildren(whole, schema, '', bench);
  return { value: whole, repairs };
}

interface Bench {
  readonly root: SchemaNode;
  readonly limits: ArgumentLimits;
  readonly repairs: Repair[];
}

function renameAliases(
  value: Record<string, unknown>,
  schema: SchemaNode,
  aliases: Readonly<Record<string, string>>,
  bench: Bench,
): void {
  const declared = propertiesOf(schema, bench);
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(value, alias) || Object.hasOwn(value, name) || Object.hasOwn(declared, alias)) continue;
    value[name] = value[alias];
    delete value[alias];
    record(bench, `/${name}`, 'renamed-parameter');
  }
}

function repairChildren(
  value: Record<string, unknown> | unknown[],
  schema: SchemaNode,
  path: string,
  bench: Bench,
): void {
  const node = resolveReference(schema, bench.root);
  if (Array.isArray(value)) {
    const items = node['items'];
    if (!isSchemaNode(items)) return;
    value.forEach((item, index) => {
      value[index] = repairDeep(item, items, `${path}/${index}`, bench);
    });
    return;
  }
  const required = Array.isArray(node['required']) ? node['required'] : [];
  for (const [name, child] of Object.entries(propertiesOf(node, bench))) {
    if (!Object.hasOwn(value, name) || !isSchemaNode(child)) continue;
    const current = value[name];
    if (current === null && !required.includes(name) && !acceptsNull(child, bench)) {
      delete value[name];
      record(bench, `${path}/${name}`, 'dropped-null');
    } else value[name] = repairDeep(current, child, `${path}/${name}`, bench);
  }
}

function repairDeep(value: unknown, schema: SchemaNode, path: string, bench: Bench): unknown {
  const repaired = repairValue(value, schema, path, bench);
  if (isSchemaNode(repaired) || Array.isArray(repaired)) repairChildren(repaired, schema, path, bench);
  return repaired;
}

function repairValue(value: unknown, schema: SchemaNode, path: string, bench: Bench): unknown {
  const accepted = acceptedTypes(schema, bench.root);
  if (accepted.size === 0 || accepted.has(jsonTypeOf(value)) || (accepted.has('number') && typeof value === 'number'))
    return value;
  if (typeof value === 'string') {
    const read = readString(value, accepted, bench.limits);
    if (read !== undefined) {
      for (const action of read.actions) record(bench, path, action);
      return read.value;
    }
  }
  if (accepted.has('array') && value !== null && !Array.isArray(value)) {
    if (fitsAnArrayOf(schema, value, bench)) {
      record(bench, path, 'wrapped-in-array');
      return [value];
    }
  }
  return value;
}

/** Whether the value could be an element where the schema takes an array, alone or as one of its forms. */
function fitsAnArrayOf(schema: SchemaNode, value: unknown, bench: Bench): boolean {
  const node = resolveReference(schema, bench.root);
  const forms = [node['anyOf'] ?? node['oneOf'] ?? []].flat().filter(isSchemaNode);
  const arrays = forms.map((form) => resolveReference(form, bench.root)).filter((form) => form['type'] === 'array');
  const isForm = node['type'] === undefined && forms.length > 0;
  const [array = node, another] = isForm ? arrays : [];
  if (another !== undefined) return false;
  const { items } = array;
  const wanted: ReadonlySet<JsonType> = isSchemaNode(items) ? acceptedTypes(items, bench.root) : new Set();
  // A string may be mended further as an element, but not as an element of a form.
  return wanted.size === 0 || wanted.has(jsonTypeOf(value)) || (typeof value === 'string' && !isForm);
}

function readString(
  text: string,
  accepted: ReadonlySet<JsonType>,
  limits: ArgumentLimits,
): { value: unknown; actions: readonly RepairAction[] } | undefined {
  const trimmed = text.trim();
  if ((accepted.has('object') || accepted.has('array')) && /^(?:[{[]|```)/.test(trimmed)) {
    const parsed = parseArguments(trimmed, limits);
    if (parsed.ok && typeof parsed.value === 'object' && accepted.has(jsonTypeOf(parsed.value)))
      return { value: parsed.value, actions: ['parsed-json', ...(parsed.repaired ?? [])] };
  }
  if ((accepted.has('number') || accepted.has('integer')) && NUMBER.test(trimmed)) {
    const number = Number(trimmed);
    const isInteger = !accepted.has('number') || /^-?\d+$/.test(trimmed);
    // An integer that loses digits is another one than was sent.
    if (isInteger ? Number.isSafeInteger(number) : Number.isFinite(number))
      return { value: number, actions: ['string-to-number'] };
  }
  if (accepted.has('boolean') && /^(?:true|false)$/i.test(trimmed)) {
    return { value: trimmed.toLowerCase() === 'true', actions: ['string-to-boolean'] };
  }
  return undefined;
}

const NUMBER = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

/** A schema that does not say what it takes, takes null too. */
function acceptsNull(schema: SchemaNode, bench: Bench): boolean {
  const accepted = acceptedTypes(schema, bench.root);
  return accepted.size === 0 || accepted.has('null');
}

function propertiesOf(schema: SchemaNode, bench: Bench): SchemaNode {
  const properties = resolveReference(schema, bench.root)['properties'];
  return isSchemaNode(properties) ? properties : {};
}

function record(bench: Bench, path: string, action: RepairAction): void {
  bench.repairs.push({ path, action });
}
