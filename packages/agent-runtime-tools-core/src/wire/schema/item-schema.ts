import type { WireSchema } from './wire-schema.ts';

/** One schema for all items of an array or a tuple; undefined if an item may be anything. */
export function itemSchema(schema: WireSchema): WireSchema | undefined {
  const { prefixItems, items } = schema;
  if (prefixItems === undefined) return items;
  const isClosed = typeof schema['maxItems'] === 'number' && schema['maxItems'] <= prefixItems.length;
  if (!isClosed && items === undefined) return undefined;
  const members = isClosed || items === undefined ? prefixItems : [...prefixItems, items];
  const distinct = [...new Map(members.map((member) => [JSON.stringify(member), member])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}
