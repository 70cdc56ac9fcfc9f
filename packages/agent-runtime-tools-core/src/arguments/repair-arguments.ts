import type { Repair, RepairAction } from '../contracts/tool-result.ts';
import { acceptedTypes, resolveReference } from '../schema/accepted-types.ts';
import { jsonTypeOf, type JsonType } from '../schema/json-type.ts';
import { isSchemaNode, type SchemaNode } from '../schema/schema-node.ts';
import type { ArgumentLimits } from './argument-limits.ts';
import { parseArguments } from './parse-arguments.ts';

export interface RepairOptions {
  readonly aliases?: Readonly<Record<string, string>>;
  readonly limits: ArgumentLimits;
}

/**
 * Repairs common mistakes of models where the schema leaves only one interpretation. Modifies the given value, so pass a
 * copy, and lists the repairs.
 *
 *   before  { "lines": "10", "tags": "a", "edits": "[{\"from\": \"x\"}]", "limit": null }
 *   after   { "lines": 10, "tags": ["a"], "edits": [{ "from": "x" }] }
 */
export function repairArguments(
  value: unknown,
  schema: SchemaNode,
  options: RepairOptions,
): { value: unknown; repairs: Repair[] } {
  const repairs: Repair[] = [];
  const run: RepairRun = { root: schema, limits: options.limits, repairs };
  const root = repairValue(value, schema, '', run);
  if (options.aliases !== undefined && isSchemaNode(root)) renameAliases(root, schema, options.aliases, run);
  if (isSchemaNode(root) || Array.isArray(root)) repairChildren(root, schema, '', run);
  return { value: root, repairs };
}

/** The state of one repair: the root schema, the limits, and the repairs made so far. */
interface RepairRun {
  readonly root: SchemaNode;
  readonly limits: ArgumentLimits;
  readonly repairs: Repair[];
}

function renameAliases(
  value: Record<string, unknown>,
  schema: SchemaNode,
  aliases: Readonly<Record<string, string>>,
  run: RepairRun,
): void {
  const declared = propertiesOf(schema, run);
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(value, alias) || Object.hasOwn(value, name) || Object.hasOwn(declared, alias)) continue;
    value[name] = value[alias];
    delete value[alias];
    record(run, `/${name}`, 'renamed-parameter');
  }
}

function repairChildren(
  value: Record<string, unknown> | unknown[],
  schema: SchemaNode,
  path: string,
  run: RepairRun,
): void {
  const node = resolveReference(schema, run.root);
  if (Array.isArray(value)) {
    const items = node['items'];
    if (!isSchemaNode(items)) return;
    value.forEach((item, index) => {
      value[index] = repairDeep(item, items, `${path}/${index}`, run);
    });
    return;
  }
  const required = Array.isArray(node['required']) ? node['required'] : [];
  for (const [name, child] of Object.entries(propertiesOf(node, run))) {
    if (!Object.hasOwn(value, name) || !isSchemaNode(child)) continue;
    const current = value[name];
    if (current === null && !required.includes(name) && !acceptsNull(child, run)) {
      delete value[name];
      record(run, `${path}/${name}`, 'dropped-null');
    } else value[name] = repairDeep(current, child, `${path}/${name}`, run);
  }
}

function repairDeep(value: unknown, schema: SchemaNode, path: string, run: RepairRun): unknown {
  const repaired = repairValue(value, schema, path, run);
  if (isSchemaNode(repaired) || Array.isArray(repaired)) repairChildren(repaired, schema, path, run);
  return repaired;
}

function repairValue(value: unknown, schema: SchemaNode, path: string, run: RepairRun): unknown {
  const accepted = acceptedTypes(schema, run.root);
  if (accepted.size === 0 || accepted.has(jsonTypeOf(value)) || (accepted.has('number') && typeof value === 'number'))
    return value;
  if (typeof value === 'string') {
    const read = readString(value, accepted, run.limits);
    if (read !== undefined) {
      for (const action of read.actions) record(run, path, action);
      return read.value;
    }
  }
  if (accepted.has('array') && value !== null && !Array.isArray(value) && canBeOnlyElement(schema, value, run)) {
    record(run, path, 'wrapped-in-array');
    return [value];
  }
  return value;
}

/** Whether the value could be the only element of the array that the schema, or exactly one branch of its union, accepts. */
function canBeOnlyElement(schema: SchemaNode, value: unknown, run: RepairRun): boolean {
  const node = resolveReference(schema, run.root);
  const branches = [node['anyOf'] ?? node['oneOf'] ?? []].flat().filter(isSchemaNode);
  const arrays = branches.map((branch) => resolveReference(branch, run.root)).filter(({ type }) => type === 'array');
  const isUnion = node['type'] === undefined && branches.length > 0;
  const [array = node, secondArray] = isUnion ? arrays : [];
  if (secondArray !== undefined) return false;
  const { items } = array;
  const elementTypes: ReadonlySet<JsonType> = isSchemaNode(items) ? acceptedTypes(items, run.root) : new Set();
  // Elements of a plain array are repaired afterwards, so a string may still become what is wanted. Branches are not.
  return elementTypes.size === 0 || elementTypes.has(jsonTypeOf(value)) || (typeof value === 'string' && !isUnion);
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
    // An integer that loses digits is a different number.
    if (isInteger ? Number.isSafeInteger(number) : Number.isFinite(number))
      return { value: number, actions: ['string-to-number'] };
  }
  if (accepted.has('boolean') && /^(?:true|false)$/i.test(trimmed)) {
    return { value: trimmed.toLowerCase() === 'true', actions: ['string-to-boolean'] };
  }
  return undefined;
}

const NUMBER = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

/** A schema without a type accepts null too. */
function acceptsNull(schema: SchemaNode, run: RepairRun): boolean {
  const accepted = acceptedTypes(schema, run.root);
  return accepted.size === 0 || accepted.has('null');
}

function propertiesOf(schema: SchemaNode, run: RepairRun): SchemaNode {
  const properties = resolveReference(schema, run.root)['properties'];
  return isSchemaNode(properties) ? properties : {};
}

function record(run: RepairRun, path: string, action: RepairAction): void {
  run.repairs.push({ path, action });
}
