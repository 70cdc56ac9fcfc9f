import { valueAtFragment } from '../../../schema/json-pointer.ts';
import { DEFINITION_PREFIX } from '../definition-refs.ts';
import { isWireSchema, mapSubschemas } from '../map-subschemas.ts';
import type { WireSchema } from '../wire-schema.ts';

/**
 * Moves everything that a cleaned schema refers to into `$defs` at its root, so that every reference is `#` or
 * `#/$defs/NAME` and resolves. A reference at the root is replaced by its target. A reference that leads nowhere is removed,
 * which allows any value.
 */
export function localizeRefs(schema: WireSchema): WireSchema {
  const index = indexSchemas(schema);
  const names = new Map<WireSchema, string>();
  const nameOf = uniqueNames(names);
  const rewrite = (node: WireSchema): WireSchema => {
    const ref = referenceOf(node);
    const copy = mapSubschemas(withoutIdentity(node), rewrite);
    const target = ref === undefined ? undefined : resolve(ref, node, index);
    if (ref === undefined || target === undefined) return copy;
    return { $ref: target === schema ? '#' : `${DEFINITION_PREFIX}${nameOf(target, ref)}`, ...copy };
  };
  const root = rewrite(dereferenceRoot(schema, index));
  const defs: Record<string, WireSchema> = {};
  // The map grows during the loop, because a definition may refer to others.
  for (const [target, name] of names) defs[name] = rewrite(target);
  return names.size > 0 ? { ...root, $defs: defs } : root;
}

/** All schemas inside a root schema, for resolving references. */
interface SchemaIndex {
  readonly root: WireSchema;
  /** The definitions that are visible in each schema. */
  readonly scopes: ReadonlyMap<WireSchema, Scope>;
  /** Schemas by `$id` and by anchor. */
  readonly named: ReadonlyMap<string, WireSchema>;
}

interface Scope {
  readonly defs: Record<string, WireSchema>;
  readonly outer?: Scope;
}

function indexSchemas(root: WireSchema): SchemaIndex {
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

/** Gives each definition a unique name, derived from the reference to it, and records it in the map. */
function uniqueNames(names: Map<WireSchema, string>): (target: WireSchema, ref: string) => string {
  const uses = new Map<string, number>();
  const taken = new Set<string>();
  return (target, ref) => {
    const known = names.get(target);
    if (known !== undefined) return known;
    const preferred = (ref.split(/[/#]/).findLast(Boolean) ?? '').replaceAll(/[^A-Za-z0-9_-]|^_+/g, '') || 'schema';
    let name = preferred;
    while (taken.has(name)) {
      uses.set(preferred, (uses.get(preferred) ?? 1) + 1);
      name = `${preferred}_${uses.get(preferred)}`;
    }
    taken.add(name);
    names.set(target, name);
    return name;
  };
}

/** Replaces a reference at the root with its target. */
function dereferenceRoot(schema: WireSchema, index: SchemaIndex): WireSchema {
  let root = schema;
  const seen = new Set<string>();
  for (let ref = referenceOf(root); ref !== undefined; ref = referenceOf(root)) {
    const target = seen.has(ref) ? undefined : resolve(ref, schema, index);
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

function resolve(ref: string, node: WireSchema, { root, scopes, named }: SchemaIndex): WireSchema | undefined {
  const hash = ref.indexOf('#');
  const known =
    (hash < 0 ? definitionNamed(ref, scopes.get(node)) : undefined) ?? named.get(ref.replace(/(.)#$/, '$1'));
  if (known !== undefined || hash < 0) return known;
  const target = valueAtFragment(hash === 0 ? root : named.get(ref.slice(0, hash)), ref.slice(hash));
  return isWireSchema(target) && scopes.has(target) ? target : undefined;
}

/** TypeBox refers to a definition by its bare name and means the innermost one; two may have the same `$id`. */
function definitionNamed(name: string, innermost: Scope | undefined): WireSchema | undefined {
  for (let scope = innermost; scope !== undefined; scope = scope.outer) {
    if (Object.hasOwn(scope.defs, name)) return scope.defs[name];
  }
  return undefined;
}
