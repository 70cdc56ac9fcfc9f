import { printable, type Principal, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import {
  dispatchesToRemoteTools,
  fixedRemoteTool,
  neededPermissions,
  remoteToolOf,
  type RemoteToolCall,
} from '@ku0/agent-runtime-tools-rules';
import type { AccessDecision, AccessRequest, AccessRules } from '../access-rules.ts';
import type { CompiledPermission } from './compile-permission.ts';
import { compileRules, type CompiledRules, type PermissionSet } from './compile-rules.ts';
import { setsOfPrincipal } from './principal-sets.ts';

/** Judges calls by rules: what one rule denies stays denied, and what no rule allows is denied too. */
export class AccessPolicy {
  readonly rules: CompiledRules;
  /** What is worked out once per tool. A tool that changes gets a new identity. */
  readonly #byTool = new WeakMap<ToolIdentity, RulesOfTool>();

  /** Throws ACCESS_RULES_INVALID. */
  constructor(rules: AccessRules) {
    this.rules = compileRules(rules);
  }

  judge(request: AccessRequest): AccessDecision {
    const { tool, params, principal } = request;
    const sets = setsOfPrincipal(this.rules, principal);
    if (sets === undefined) return INVALID_PRINCIPAL;
    let known = this.#rulesOf(tool);
    if (known.dispatches) {
      const remote = remoteToolOf(tool, params);
      if (remote?.isAmbiguous === true) return AMBIGUOUS_TOOL;
      known = new RulesOfTool(tool, remote);
    }
    for (const set of sets)
      for (const permission of known.permissionsOf(set).deny)
        if (permission.holds === undefined || permission.holds(request)) return permission.decision;
    const missing = missingPermissions(known.needs, sets);
    if (missing.length > 0) return permissionMissing(missing);
    for (const set of sets)
      for (const permission of known.permissionsOf(set).allow)
        if (permission.holds === undefined || permission.holds(request)) return permission.decision;
    return principal === undefined ? NO_PRINCIPAL : NO_RULE;
  }

  /** Whether there may be arguments with which the principal may call the tool. */
  mayCall(tool: ToolIdentity, principal: Principal | undefined): boolean {
    const sets = setsOfPrincipal(this.rules, principal);
    if (sets === undefined) return false;
    const known = this.#rulesOf(tool);
    if (sets.some((set) => known.permissionsOf(set).deny.some(({ holds }) => holds === undefined))) return false;
    if (missingPermissions(known.needs, sets).length > 0) return false;
    // Through a dispatcher, rules about any remote tool may allow a call.
    return sets.some(
      (set) => known.permissionsOf(set).allow.length > 0 || (known.dispatches && set.allow.some(isAboutRemoteTools)),
    );
  }

  #rulesOf(tool: ToolIdentity): RulesOfTool {
    let found = this.#byTool.get(tool);
    if (found === undefined) this.#byTool.set(tool, (found = new RulesOfTool(tool, fixedRemoteTool(tool))));
    return found;
  }
}

/** The rules about one tool. */
class RulesOfTool {
  readonly #tool: ToolIdentity;
  readonly #remote: RemoteToolCall | undefined;
  /** True if the arguments of a call decide which rules apply. */
  readonly dispatches: boolean;
  /** The permissions that the tool states. Undefined if nobody can have them. */
  readonly needs: readonly string[] | undefined;
  /** The permissions of each set that are about the tool, by the index of the set. */
  readonly #bySet: PermissionSet[] = [];

  constructor(tool: ToolIdentity, remote: RemoteToolCall | undefined) {
    this.#tool = tool;
    this.#remote = remote;
    this.dispatches = dispatchesToRemoteTools(tool);
    this.needs = neededPermissions(tool);
  }

  permissionsOf(set: PermissionSet): PermissionSet {
    return (this.#bySet[set.index] ??= permissionsFor(set, this.#tool, this.#remote));
  }
}

/** The permissions of a set that are about a tool, or about the remote tool that a call goes to. */
export function permissionsFor(
  set: PermissionSet,
  tool: ToolIdentity,
  remote: RemoteToolCall | undefined,
): PermissionSet {
  const isRelevant = ({ coversTool, coversRemote }: CompiledPermission): boolean =>
    coversTool(tool) || (remote !== undefined && coversRemote(remote));
  const { index, allow, deny, grants } = set;
  return { index, allow: allow.filter(isRelevant), deny: deny.filter(isRelevant), grants };
}

function isAboutRemoteTools({ patterns }: CompiledPermission): boolean {
  return patterns.some((pattern) => pattern.startsWith('mcp__'));
}

/** Those of the permissions that come with none of the sets. */
function missingPermissions(needs: readonly string[] | undefined, sets: readonly PermissionSet[]): readonly string[] {
  if (needs === undefined) return UNKNOWN_PERMISSIONS;
  if (needs.length === 0) return needs;
  return needs.filter((permission) => !sets.some(({ grants }) => grants.has(permission) || grants.has('*')));
}

function permissionMissing(missing: readonly string[]): AccessDecision {
  const reason = `It needs the permission ${missing.map((each) => printable(each)).join(' and ')}.`;
  return { allowed: false, by: 'missing-permission', missing, reason };
}

const UNKNOWN_PERMISSIONS: readonly string[] = Object.freeze(['(not a list of permissions)']);
const NO_RULE: AccessDecision = Object.freeze({ allowed: false, by: 'no-rule', reason: 'No rule allows it.' });
const NO_PRINCIPAL: AccessDecision = Object.freeze({
  allowed: false,
  by: 'no-principal',
  reason: 'The call is made on behalf of nobody, and no rule allows that.',
});
const INVALID_PRINCIPAL: AccessDecision = Object.freeze({
  allowed: false,
  by: 'invalid-principal',
  reason: 'The principal of the call has no id, or roles that are not a list of texts.',
});
const AMBIGUOUS_TOOL: AccessDecision = Object.freeze({
  allowed: false,
  by: 'ambiguous-tool',
  reason: 'The arguments name several tools of MCP servers.',
});
