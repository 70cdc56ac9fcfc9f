export { auth, type AccessControl, type AccessQuestion, type Auth } from './auth.ts';
export { authErrors } from './errors.ts';

export type {
  AccessDecision,
  AccessPredicate,
  AccessRequest,
  AccessRules,
  ArgumentCondition,
  ArgumentScalar,
  Permission,
  Grants,
  PermissionRule,
  PrincipalRules,
  RoleRules,
} from './access-rules.ts';
export type { AccessExplanation } from './explain-access.ts';
export { createTokenVerifier } from './token/create-token-verifier.ts';
export type {
  TokenClaims,
  TokenKeys,
  TokenVerifier,
  TokenVerifierOptions,
  VerifiedToken,
} from './token/token-options.ts';
