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
export { compileIgnorePattern } from './globs/ignore-pattern.ts';
export { hasMatchingName, identityOfCall } from './tools/all-names.ts';
export { findToolNames } from './tools/find-tool.ts';
export { neededPermissions } from './tools/needed-permissions.ts';
export {
  dispatchesToRemoteTools,
  fixedRemoteTool,
  remoteToolName,
  remoteToolNames,
  remoteToolOf,
  type RemoteSubject,
  type RemoteToolCall,
} from './tools/remote-tool.ts';
export { RULE_NAMES, TOOL_NAMES, type RuleName, type ToolFamily, type ToolNames } from './tools/tool-names.ts';
export { parseHostPattern, possibleHosts, type HostPattern } from './permissions/host-pattern.ts';
export { parsePathSpecifier, type PathSpecifier } from './permissions/path-specifier.ts';
export {
  parsePermissionRule,
  type PathFamily,
  type PermissionRule,
  type RuleText,
} from './permissions/permission-rule.ts';
export { parseServerPattern, type ServerPattern } from './permissions/server-pattern.ts';
