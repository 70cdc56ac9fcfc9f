import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { TokenClaims, TokenVerifierOptions } from './token-options.ts';

/** A token is genuine, but does not say who the caller is. */
export class ClaimsError extends Error {
  override readonly name = 'ClaimsError';
}

/** The principal that a token speaks for. Throws a ClaimsError if it has no usable id or roles. */
export function principalOfClaims(
  claims: TokenClaims,
  { principalId, roles = 'roles' }: Pick<TokenVerifierOptions, 'principalId' | 'roles'>,
): Principal {
  const id: unknown = principalId === undefined ? claims['sub'] : principalId(claims);
  if (typeof id !== 'string' || id === '' || id.length > MAX_LENGTH)
    throw new ClaimsError('the token names no caller, or one with too long a name');
  const found: unknown = typeof roles === 'function' ? roles(claims) : ownClaim(claims, roles);
  return Object.freeze({ id, roles: Object.freeze(roleNames(found)) });
}

function ownClaim(claims: TokenClaims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

function roleNames(found: unknown): string[] {
  if (found === undefined) return [];
  const names: unknown = typeof found === 'string' ? found.split(' ').filter(Boolean) : found;
  if (!Array.isArray(names) || names.length > MAX_ROLES || !names.every(isRoleName))
    throw new ClaimsError('the roles of the token are no list of names');
  return [...new Set(names)];
}

function isRoleName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;
}

const MAX_LENGTH = 256;
const MAX_ROLES = 256;
