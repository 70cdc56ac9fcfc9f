export { expandBraces, type BraceOptions } from './globs/expand-braces.ts';
export { matchLiteralPieces } from './globs/match-pieces.ts';
export {
  compileNameGlob,
  compileNameGlobs,
  isLiteralGlob,
  type NameGlobOptions,
  type NameTest,
} from './globs/name-glob.ts';
export { compilePathGlob, parsePathGlob, type PathGlob, type PathGlobOptions } from './globs/path-glob.ts';
export {
  isLoaderVariable,
  isSensitiveVariable,
  isSessionVariable,
  isUnaskedAssignment,
  isUnaskedVariable,
  variableEffect,
} from './environment/environment-variables.ts';
export {
  SENSITIVE_VARIABLES,
  type SensitiveVariableKind,
  type SensitiveVariables,
} from './environment/sensitive-variables.ts';
