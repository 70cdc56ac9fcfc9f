import { DEFS } from './references.ts';
import type { WireSchema } from './wire-schema.ts';

/** What a reference in a plain schema stands for, in its place; a schema without one is given back as it is. */
export function dereference(schema: WireSchema, root: WireSchema): WireSchema {
  let node = schema;
  const seen = new Set<string>();
  while (node.$ref !== undefined) {
    const { $ref, ...siblings } = node;
    const target = seen.has($ref) ? {} : referenceTarget($ref, root);
    seen.add($ref);
    node = Object.keys(siblings).every((keyword) => ANNOTATIONS.has(keyword))
      ? { ...target, ...siblings }
      : { ...siblings, allOf: [target, ...(siblings.allOf ?? [])] };
  }
  return node;
}

/** Keywords that describe and do not constrain. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

function referenceTarget(ref: string, root: WireSchema): WireSchema {
  const { $defs, ...rest } = root;
  return ref === '#' ? rest : ($defs?.[ref.slice(DEFS.length)] ?? {});
}
