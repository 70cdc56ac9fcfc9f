import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { SUBSCHEMA_KEYWORDS } from '../schema/subschemas.ts';

/** One schema within a schema. */
export interface SchemaPlace {
  readonly node: SchemaNode;
  /** JSON pointer from the root. */
  readonly at: string;
}

/** Every schema within a schema, itself first, through each keyword that holds schemas. */
export function walkSchema(schema: unknown, at = ''): SchemaPlace[] {
  if (!isSchemaNode(schema)) return [];
  return [
    { node: schema, at },
    ...subschemasOf(schema).flatMap(([path, subschema]) => walkSchema(subschema, `${at}/${path}`)),
  ];
}

/** What stands where a schema has schemas, with the path to it. */
export function subschemasOf(node: SchemaNode): [path: string, subschema: unknown][] {
  return Object.entries(node).flatMap(([keyword, value]): [string, unknown][] => {
    const kind = SUBSCHEMA_KEYWORDS.get(keyword);
    if (kind === undefined) return [];
    if (kind === 'one') return [[keyword, value]];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).map(([name, subschema]) => [`${keyword}/${name}`, subschema]);
  });
}

/** What a local reference points to; undefined where that is nothing. */
export function targetOf(ref: unknown, root: SchemaNode): SchemaNode | undefined {
  if (typeof ref !== 'string') return undefined;
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let place: unknown = root;
  for (const token of ref.slice(2).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place)) place = place[Number(key)];
    else place = isSchemaNode(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return isSchemaNode(place) ? place : undefined;
}
