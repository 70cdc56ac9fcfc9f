import {
  fail,
  type Principal,
  type ToolIdentity,
  type ToolMap,
  type ToolMiddleware,
  type ToolView,
} from '@ku0/agent-runtime-tools-core';
import type { AccessRules } from './access-rules.ts';
import { accessDenied } from './access-denied.ts';
import { explainAccess, type AccessExplanation } from './explain-access.ts';
import { AccessPolicy } from './policy/access-policy.ts';
import { findRuleProblems } from './rule-problems.ts';

/** The middlewares for `use`, with what a host needs besides. */
export interface AccessControl {
  /** Whether there may be arguments with which the principal may call the tool. */
  mayCall(tool: ToolIdentity, principal: Principal | undefined): boolean;
  /** The tools that a principal may call: what to tell its model about. Calls through it are judged like all others. */
  viewFor<M extends ToolMap>(tools: ToolView<M>, principal: Principal | undefined): ToolView<M>;
  /** Says which rule would decide a call, without making it. The arguments are validated as a call's are. */
  explain(tools: ToolView, call: AccessQuestion): AccessExplanation;
  /** Rules that match no tool, and conditions on parameters that no tool has: most likely misspelt. */
  problems(tools: ToolView): readonly string[];
  /** Replaces the rules, also for calls that wait for approval. Throws ACCESS_RULES_INVALID and changes nothing if they are invalid. */
  reload(rules: AccessRules): void;
}

/** A call to be explained. */
export interface AccessQuestion {
  /** The name of a tool, or an alias. */
  readonly name: string;
  readonly params?: unknown;
  /** On whose behalf the call would be made. */
  readonly principal?: Principal;
}

export type Auth = readonly ToolMiddleware[] & AccessControl;

/**
 * Lets a call through only if the rules allow it for the principal that the host names in `execute`. Judges it before hooks
 * and approval, and again with the final arguments right before the tool runs.
 */
export function auth(rules: AccessRules): Auth {
  let policy = new AccessPolicy(rules);
  const judge: ToolMiddleware['execute'] = (params, context, next) => {
    const decision = policy.judge({ tool: context.tool, params, principal: context.principal, context });
    return decision.allowed ? next(params) : Promise.resolve(fail(accessDenied(decision, context)));
  };
  const middlewares: readonly ToolMiddleware[] = [
    {
      name: 'auth',
      phase: 'guard',
      priority: OUTERMOST,
      guardsDryRuns: true,
      mayCall: (tool, principal) => policy.mayCall(tool, principal),
      execute: judge,
    },
    // Hooks, people and middlewares may have changed the arguments, and rules may have changed while a person was asked.
    { name: 'auth-final', phase: 'around', priority: INNERMOST, execute: judge },
  ];
  const control: AccessControl = {
    mayCall: (tool, principal) => policy.mayCall(tool, principal),
    viewFor: <M extends ToolMap>(tools: ToolView<M>, principal: Principal | undefined) =>
      tools.view((tool) => policy.mayCall(tool, principal)),
    explain: (tools, question) => explainAccess(policy, tools, question),
    problems: (tools) => findRuleProblems(policy, tools),
    reload(changed) {
      policy = new AccessPolicy(changed);
    },
  };
  return Object.assign([...middlewares], control);
}

/** Before rate limits and other guards: who may not call a tool uses up nothing. */
const OUTERMOST = 1000;
const INNERMOST = -Infinity;
