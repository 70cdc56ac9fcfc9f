import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { CompiledRules, PermissionSet } from './compile-rules.ts';

/**
 * The permission sets of a caller: those of everyone, of its own id and of its roles. Undefined for something that is no
 * principal, which a host without TypeScript may pass.
 */
export function setsOfPrincipal(
  { roles, principals, anonymous, everyone }: CompiledRules,
  principal: Principal | undefined,
): readonly PermissionSet[] | undefined {
  if (principal === undefined) return anonymous;
  const id: unknown = isObject(principal) ? principal.id : undefined;
  if (typeof id !== 'string' || id === '') return undefined;
  const named: unknown = principal.roles;
  const sets: PermissionSet[] = [everyone];
  const own = principals.get(id);
  if (own !== undefined) sets.push(...own);
  if (named === undefined) return sets;
  if (!Array.isArray(named)) return undefined;
  for (const role of named as readonly unknown[]) {
    if (typeof role !== 'string') return undefined;
    const set = roles.get(role);
    if (set !== undefined) sets.push(set);
  }
  return sets;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
