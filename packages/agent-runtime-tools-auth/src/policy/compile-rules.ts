import { nearestNames } from '@ku0/agent-runtime-tools-core';
import type { AccessRules } from '../access-rules.ts';
import { compilePermission, type CompiledPermission } from './compile-permission.ts';
import { entriesOf, listOf, objectOf, rulesInvalid, textsOf, type RulePlace } from './read-rules.ts';

/** The permissions that come with a role, with being a certain principal, or with being any. */
export interface PermissionSet {
  /** Unique within the rules. */
  readonly index: number;
  readonly allow: readonly CompiledPermission[];
  readonly deny: readonly CompiledPermission[];
  /** The permissions that tools state and that come with it. */
  readonly grants: ReadonlySet<string>;
}

/** Rules in the form that calls are judged by. */
export interface CompiledRules {
  /** With the permissions that they inherit. */
  readonly roles: ReadonlyMap<string, PermissionSet>;
  readonly principals: ReadonlyMap<string, readonly PermissionSet[]>;
  /** Of calls without a principal. What everyone is denied is denied here too; what everyone may do is not allowed. */
  readonly anonymous: readonly PermissionSet[];
  /** Of every principal. */
  readonly everyone: PermissionSet;
  /** Every permission once, in the order of the rules. */
  readonly all: readonly CompiledPermission[];
}

/** Compiles rules. Throws ACCESS_RULES_INVALID for anything that is not understood, so that no rule is silently ignored. */
export function compileRules(rules: AccessRules): CompiledRules {
  const given = objectOf(rules, { path: 'rules' }, ['roles', 'principals', 'anonymous', 'allow', 'deny', 'grants']);
  const all: CompiledPermission[] = [];
  let nextIndex = 0;
  const readSet = (source: Readonly<Record<string, unknown>>, place: RulePlace): PermissionSet => {
    const read = (effect: 'allow' | 'deny'): CompiledPermission[] =>
      listOf(source[effect], join(place.path, effect)).map((entry, index) =>
        compilePermission(entry, effect, { ...place, path: `${join(place.path, effect)}[${index}]` }),
      );
    const grants = new Set(textsOf(source['grants'], join(place.path, 'grants')));
    const set = { index: nextIndex++, allow: read('allow'), deny: read('deny'), grants };
    all.push(...set.allow, ...set.deny);
    return set;
  };
  const everyone = readSet(given, { path: '' });
  const roles = compileRoles(entriesOf(given['roles'], 'roles'), readSet);
  const setsOf = (value: unknown, path: string): readonly PermissionSet[] => {
    const source = objectOf(value, { path }, ['roles', 'allow', 'deny', 'grants']);
    const named = textsOf(source['roles'], `${path}.roles`).map((role) => roleOf(roles, role, `${path}.roles`));
    return [readSet(source, { path }), ...named];
  };
  const principals = new Map(
    entriesOf(given['principals'], 'principals').map(([id, value]) => [id, setsOf(value, `principals.${id}`)]),
  );
  const ofAnonymous = given['anonymous'] === undefined ? [] : setsOf(given['anonymous'], 'anonymous');
  const anonymous = [{ index: nextIndex++, allow: [], deny: everyone.deny, grants: new Set<string>() }, ...ofAnonymous];
  return { roles, principals, anonymous, everyone, all };
}

function compileRoles(
  entries: readonly (readonly [string, unknown])[],
  readSet: (source: Readonly<Record<string, unknown>>, place: RulePlace) => PermissionSet,
): ReadonlyMap<string, PermissionSet> {
  const own = new Map(
    entries.map(([role, value]) => {
      const path = `roles.${role}`;
      const source = objectOf(value, { path }, ['inherits', 'allow', 'deny', 'grants']);
      const inherits = textsOf(source['inherits'], `${path}.inherits`);
      return [role, { set: readSet(source, { path, role }), inherits }];
    }),
  );
  const full = new Map<string, PermissionSet>();
  for (const role of own.keys()) {
    const sets = [...withInherited(role, own)].map((name) => roleOf(own, name, `roles.${role}.inherits`).set);
    const { index } = roleOf(own, role, 'roles').set;
    full.set(role, {
      index,
      allow: sets.flatMap(({ allow }) => allow),
      deny: sets.flatMap(({ deny }) => deny),
      grants: new Set(sets.flatMap(({ grants }) => [...grants])),
    });
  }
  return full;
}

/** The role and all roles that it inherits from, directly or not. Roles may inherit from each other: each counts once. */
function withInherited(
  role: string,
  roles: ReadonlyMap<string, { readonly inherits: readonly string[] }>,
): Set<string> {
  const found = new Set([role]);
  for (const name of found) {
    for (const parent of roleOf(roles, name, 'roles').inherits) {
      roleOf(roles, parent, `roles.${name}.inherits`);
      found.add(parent);
    }
  }
  return found;
}

/** A misspelt role in the rules is a mistake. In a call, an unknown role grants nothing. */
function roleOf<T>(roles: ReadonlyMap<string, T>, role: string, path: string): T {
  const found = roles.get(role);
  if (found !== undefined) return found;
  const [nearest] = nearestNames(role, [...roles.keys()]);
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}`;
  throw rulesInvalid(path, `there is no role ${JSON.stringify(role)}${hint}`);
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}
