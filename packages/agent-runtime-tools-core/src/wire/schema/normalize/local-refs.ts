import { isSchemaNode } from '../../../schema/schema-node.ts';
import { DEFS } from '../references.ts';
import { isWireSchema, mapSubschemas } from '../subschemas.ts';
import type { WireSchema } from '../wire-schema.ts';

/**
 * Gathers what a cleaned schema refers to in `$defs` at its root, so that each reference is `#` or
 * `#/$defs/NAME` and all of them resolve. A root that is itself a reference becomes what it refers to; a
 * reference that leads nowhere is left out, which leaves anything allowed.
 */
export function localRefs(schema: WireSchema): WireSchema {
  const places = findPlaces(schema);
  const names = new Map<WireSchema, string>();
  const nameOf = nameGiver(names);
  const rewrite = (node: WireSchema): WireSchema => {
    const ref = referenceOf(node);
    const copy = mapSubschemas(withoutIdentity(node), rewrite);
    const target = ref === undefined ? undefined : resolve(ref, node, places);
    if (ref === undefined || target === undefined) return copy;
    return { $ref: target === schema ? '#' : `${DEFS}${nameOf(target, ref)}`, ...copy };
  };
  const root = rewrite(enterRoot(schema, places));
  const defs: Record<string, WireSchema> = {};
  // The map grows while it is read: a definition may refer to further ones.
  for (const [target, name] of names) defs[name] = rewrite(target);
  return names.size > 0 ? { ...root, $defs: defs } : root;
}

/** Every schema inside a schema with the definitions around it, and the names by which a reference may call it. */
interface Places {
  readonly root: WireSchema;
  readonly scopes: ReadonlyMap<WireSchema, Scope>;
  readonly named: ReadonlyMap<string, WireSchema>;
}

interface Scope {
  readonly defs: Record<string, WireSchema>;
  readonly outer?: Scope;
}

function findPlaces(root: WireSchema): Places {
  const scopes = new Map<WireSchema, Scope>();
  const named = new Map<string, WireSchema>();
  const visit = (node: WireSchema, outer: Scope): WireSchema => {
    const scope = node.$defs === undefined ? outer : { defs: node.$defs, outer };
    scopes.set(node, scope);
    for (const id of [node['$id'], node['id']]) if (typeof id === 'string') named.set(id.replace(/#$/, ''), node);
    for (const anchor of [node['$anchor'], node['$dynamicAnchor']]) {
      if (typeof anchor === 'string') named.set(`#${anchor}`, node);
    }
    mapSubschemas(node, (subschema) => visit(subschema, scope));
    return node;
  };
  visit(root, { defs: {} });
  return { root, scopes, named };
}

function nameGiver(names: Map<WireSchema, string>): (target: WireSchema, ref: string) => string {
  const uses = new Map<string, number>();
  const taken = new Set<string>();
  return (target, ref) => {
    const known = names.get(target);
    if (known !== undefined) return known;
    const wish = (ref.split(/[/#]/).findLast(Boolean) ?? '').replaceAll(/[^A-Za-z0-9_-]|^_+/g, '') || 'schema';
    let name = wish;
    while (taken.has(name)) {
      uses.set(wish, (uses.get(wish) ?? 1) + 1);
      name = `${wish}_${uses.get(wish)}`;
    }
    taken.add(name);
    names.set(target, name);
    return name;
  };
}

function enterRoot(schema: WireSchema, places: Places): WireSchema {
  let root = schema;
  const seen = new Set<string>();
  for (let ref = referenceOf(root); ref !== undefined; ref = referenceOf(root)) {
    const target = seen.has(ref) ? undefined : resolve(ref, schema, places);
    seen.add(ref);
    root = { ...(target === schema ? undefined : target), ...withoutReference(root) };
  }
  return root;
}

function referenceOf(node: WireSchema): string | undefined {
  const ref = node.$ref ?? node['$dynamicRef'] ?? node['$recursiveRef'];
  return typeof ref === 'string' ? ref : undefined;
}

function withoutReference(node: WireSchema): WireSchema {
  const { $ref, $dynamicRef, $recursiveRef, ...rest } = node;
  return rest;
}

function withoutIdentity(node: WireSchema): WireSchema {
  const { $id, id, $anchor, $dynamicAnchor, $recursiveAnchor, $defs, definitions, ...rest } = withoutReference(node);
  return rest;
}

function resolve(ref: string, node: WireSchema, { root, scopes, named }: Places): WireSchema | undefined {
  const hash = ref.indexOf('#');
  const known = (hash < 0 ? definedAs(ref, scopes.get(node)) : undefined) ?? named.get(ref.replace(/(.)#$/, '$1'));
  if (known !== undefined || hash < 0) return known;
  const target = follow(hash === 0 ? root : named.get(ref.slice(0, hash)), ref.slice(hash + 1));
  return isWireSchema(target) && scopes.has(target) ? target : undefined;
}

/** TypeBox calls a definition by its plain name and means the nearest; two may share an `$id`. */
function definedAs(name: string, innermost: Scope | undefined): WireSchema | undefined {
  for (let scope = innermost; scope !== undefined; scope = scope.outer) {
    if (Object.hasOwn(scope.defs, name)) return scope.defs[name];
  }
  return undefined;
}

function follow(start: WireSchema | undefined, pointer: string): unknown {
  if (pointer === '') return start;
  if (!pointer.startsWith('/')) return undefined;
  let place: unknown = start;
  for (const token of pointer.slice(1).split('/')) {
    const key = decode(token);
    if (Array.isArray(place)) place = place[Number(key)];
    else place = isSchemaNode(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token;
  }
}
