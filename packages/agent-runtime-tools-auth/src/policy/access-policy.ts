import type { Principal, ToolIdentity } from '@ku0/agent-runtime-tools-core';
import {
  dispatchesToRemoteTools,
  fixedRemoteTool,
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
  /** The permissions that are about a tool, by the set they come from. A tool that changes gets a new identity. */
  readonly #byTool = new WeakMap<ToolIdentity, Map<PermissionSet, PermissionSet>>();

  /** Throws ACCESS_RULES_INVALID. */
  constructor(rules: AccessRules) {
    this.rules = compileRules(rules);
  }

  judge(request: AccessRequest): AccessDecision {
    const sets = setsOfPrincipal(this.rules, request.principal);
    if (sets === undefined) return INVALID_PRINCIPAL;
    const { tool, params } = request;
    const dispatches = dispatchesToRemoteTools(tool);
    const remote = dispatches ? remoteToolOf(tool, params) : undefined;
    if (remote?.isAmbiguous === true) return AMBIGUOUS_TOOL;
    const relevant = dispatches
      ? (set: PermissionSet): PermissionSet => permissionsFor(set, tool, remote)
      : this.#permissionsOf(tool);
    for (const set of sets) {
      for (const permission of relevant(set).deny) if (applies(permission, request)) return permission.decision;
    }
    for (const set of sets) {
      for (const permission of relevant(set).allow) if (applies(permission, request)) return permission.decision;
    }
    return request.principal === undefined ? NO_PRINCIPAL : NO_RULE;
  }

  /** Whether there may be arguments with which the principal may call the tool. */
  mayCall(tool: ToolIdentity, principal: Principal | undefined): boolean {
    const sets = setsOfPrincipal(this.rules, principal);
    if (sets === undefined) return false;
    const dispatches = dispatchesToRemoteTools(tool);
    const relevant = this.#permissionsOf(tool);
    if (sets.some((set) => relevant(set).deny.some(({ holds }) => holds === undefined))) return false;
    // Through a dispatcher, rules about any remote tool may allow a call.
    return sets.some((set) => relevant(set).allow.length > 0 || (dispatches && set.allow.some(isAboutRemoteTools)));
  }

  #permissionsOf(tool: ToolIdentity): (set: PermissionSet) => PermissionSet {
    let bySet = this.#byTool.get(tool);
    if (bySet === undefined) this.#byTool.set(tool, (bySet = new Map<PermissionSet, PermissionSet>()));
    const known = bySet;
    return (set) => {
      let found = known.get(set);
      if (found === undefined) known.set(set, (found = permissionsFor(set, tool, fixedRemoteTool(tool))));
      return found;
    };
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
  return { allow: set.allow.filter(isRelevant), deny: set.deny.filter(isRelevant) };
}

function applies({ holds }: CompiledPermission, request: AccessRequest): boolean {
  return holds === undefined || holds(request);
}

function isAboutRemoteTools({ patterns }: CompiledPermission): boolean {
  return patterns.some((pattern) => pattern.startsWith('mcp__'));
}

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
