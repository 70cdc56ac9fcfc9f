import { ANNOTATION_KEYWORDS } from '../../schema/schema-keywords.ts';
import { DEFINITION_PREFIX } from './definition-refs.ts';
import type { WireSchema } from './wire-schema.ts';

/** Replaces a reference with the schema it points to, keeping the keywords beside it. Other schemas stay as they are. */
export function dereference(schema: WireSchema, root: WireSchema): WireSchema {
  let node = schema;
  const seen = new Set<string>();
  while (node.$ref !== undefined) {
    const { $ref, ...siblings } = node;
    const target = seen.has($ref) ? {} : referenceTarget($ref, root);
    seen.add($ref);
    node = Object.keys(siblings).every((keyword) => ANNOTATION_KEYWORDS.has(keyword))
      ? { ...target, ...siblings }
      : { ...siblings, allOf: [target, ...(siblings.allOf ?? [])] };
  }
  return node;
}

function referenceTarget(ref: string, root: WireSchema): WireSchema {
  const { $defs, ...rest } = root;
  return ref === '#' ? rest : ($defs?.[ref.slice(DEFINITION_PREFIX.length)] ?? {});
}
