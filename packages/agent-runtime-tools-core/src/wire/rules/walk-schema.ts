import { valueAtFragment } from '../../schema/json-pointer.ts';
import { SUBSCHEMA_KEYWORDS } from '../../schema/schema-keywords.ts';
import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';

/** A schema and its position in the root schema. */
export interface LocatedSchema {
  readonly node: SchemaNode;
  /** JSON pointer from the root. */
  readonly at: string;
}

/** All schemas within a schema, the schema itself first. */
export function walkSchema(schema: unknown, at = ''): LocatedSchema[] {
  if (!isSchemaNode(schema)) return [];
  return [
    { node: schema, at },
    ...subschemasOf(schema).flatMap(([path, subschema]) => walkSchema(subschema, `${at}/${path}`)),
  ];
}

/** The values of all keywords that hold schemas, with their paths. In a malformed schema they may be anything. */
export function subschemasOf(node: SchemaNode): [path: string, subschema: unknown][] {
  return Object.entries(node).flatMap(([keyword, value]): [string, unknown][] => {
    const kind = SUBSCHEMA_KEYWORDS.get(keyword);
    if (kind === undefined) return [];
    if (kind === 'one') return [[keyword, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).map(([name, subschema]) => [`${keyword}/${name}`, subschema]);
  });
}

/** The schema that a local reference points to. */
export function referencedSchema(ref: unknown, root: SchemaNode): SchemaNode | undefined {
  const target = typeof ref === 'string' ? valueAtFragment(root, ref) : undefined;
  return isSchemaNode(target) ? target : undefined;
}

/** The value if it is a list; otherwise an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
