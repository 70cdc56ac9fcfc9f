import type { Principal, ToolIdentity, ToolView } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, fixedRemoteTool, remoteToolOf } from '@ku0/agent-runtime-tools-rules';
import type { AccessDecision, AccessRequest } from './access-rules.ts';
import type { AccessQuestion } from './auth.ts';
import { permissionsFor, type AccessPolicy } from './policy/access-policy.ts';
import { setsOfPrincipal } from './policy/principal-sets.ts';
import { toolIdentities } from './tool-identities.ts';

/** A decision with everything that led to it. */
export interface AccessExplanation extends AccessDecision {
  /** The registered name of the tool. */
  readonly tool: string;
  /** Roles of the principal that the rules do not know. They grant nothing. */
  readonly unknownRoles: readonly string[];
  /** False if the tool would refuse the arguments. They are judged as they were given then. */
  readonly argumentsValid: boolean;
  /** Every rule about this tool that concerns the caller. */
  readonly rules: readonly {
    readonly rule: string;
    readonly effect: 'allow' | 'deny';
    readonly role?: string;
    /** Whether its conditions hold for these arguments. */
    readonly applies: boolean;
  }[];
}

/** Explains a decision. Throws a TypeError if there is no such tool. */
export function explainAccess(
  policy: AccessPolicy,
  tools: ToolView,
  { name, params = {}, principal }: AccessQuestion,
): AccessExplanation {
  const tool = identityOf(tools, name);
  const checked = tools.getInputSchema(name)?.['~standard'].validate(params);
  const argumentsValid = checked !== undefined && checked.issues === undefined;
  const request = { tool, params: argumentsValid ? checked.value : params, principal };
  return {
    ...policy.judge(request),
    tool: tool.name,
    unknownRoles: rolesOf(principal).filter((role) => !policy.rules.roles.has(role)),
    argumentsValid,
    rules: rulesFor(policy, request),
  };
}

function identityOf(tools: ToolView, name: string): ToolIdentity {
  const registered = tools.get(name)?.name;
  const identity = registered === undefined ? undefined : toolIdentities(tools).get(registered);
  if (identity === undefined) throw new TypeError(`There is no tool ${JSON.stringify(name)}.`);
  return identity;
}

function rulesFor(policy: AccessPolicy, request: AccessRequest): AccessExplanation['rules'] {
  const { tool, params, principal } = request;
  const remote = dispatchesToRemoteTools(tool) ? remoteToolOf(tool, params) : fixedRemoteTool(tool);
  const relevant = (setsOfPrincipal(policy.rules, principal) ?? []).flatMap((set) => {
    const { allow, deny } = permissionsFor(set, tool, remote);
    return [...deny, ...allow];
  });
  return [...new Set(relevant)].map(({ effect, decision, holds }) => ({
    rule: decision.rule ?? '',
    effect,
    ...(decision.role !== undefined && { role: decision.role }),
    applies: holds === undefined || holds(request),
  }));
}

function rolesOf(principal: Principal | undefined): readonly string[] {
  return principal?.roles ?? [];
}
