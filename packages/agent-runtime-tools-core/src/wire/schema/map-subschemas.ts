import { SUBSCHEMA_KEYWORDS } from '../../schema/schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import type { WireSchema } from './wire-schema.ts';

/** A copy of a well-formed schema in which `change` has replaced each schema directly inside it. */
export function mapSubschemas(schema: WireSchema, change: (subschema: WireSchema) => WireSchema): WireSchema {
  const copy: WireSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = SUBSCHEMA_KEYWORDS.get(keyword);
    if (kind === 'one' && isWireSchema(value)) copy[keyword] = change(value);
    else if (kind === 'list' && Array.isArray(value)) copy[keyword] = value.filter(isWireSchema).map(change);
    else if (kind === 'map' && isSchemaNode(value)) copy[keyword] = mapValues(value, change);
    else copy[keyword] = value;
  }
  return copy;
}

/** Whether the value of a subschema keyword in a well-formed schema is an object, not `true` or `false`. */
export function isWireSchema(value: unknown): value is WireSchema {
  return isSchemaNode(value);
}

function mapValues(map: SchemaNode, change: (subschema: WireSchema) => WireSchema): Record<string, WireSchema> {
  const copy: Record<string, WireSchema> = {};
  for (const [name, value] of Object.entries(map)) if (isWireSchema(value)) copy[name] = change(value);
  return copy;
}
