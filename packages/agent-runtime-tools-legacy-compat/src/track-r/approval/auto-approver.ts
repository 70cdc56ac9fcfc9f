import { canonicalJson, errorMessage } from '@ku0/agent-runtime-tools-core';
import type { PolicyVerdict } from '@ku0/agent-runtime-tools-approval';
import type { ApprovalDecision, ApprovalPolicy, ApprovalScope, WorkspaceContext } from './approval-policy.ts';
import { isApprovedPath, isFileOperation, pathsOf } from './approved-path.ts';
import type { AutoApprovalConfig } from './auto-approval-config.ts';
import { matchesPattern } from '../matches-pattern.ts';
import { PolicyEngine } from './policy-engine.ts';

/** Decides at once whether a call may run without asking. */
export class AutoApprover {
  readonly #config: AutoApprovalConfig;
  readonly #engine: PolicyEngine;
  readonly #answers = new Map<string, { readonly decision: ApprovalDecision; readonly scope: ApprovalScope }>();

  constructor(config: AutoApprovalConfig = {}) {
    this.#config = config;
    this.#engine = new PolicyEngine(config.policies);
  }

  /** A person's earlier answer counts first, then the workspace's boundary, then the policies. */
  shouldAutoApprove(
    toolName: string,
    params: unknown,
    workspaceContext: WorkspaceContext = { workspacePaths: [] },
  ): ApprovalDecision {
    const answered = this.#recall(toolName, params);
    if (answered !== undefined) return answered;
    const { workspacePaths } = workspaceContext;
    if (isFileOperation(toolName) && !pathsOf(params).every((path) => isApprovedPath(path, workspacePaths)))
      return { approved: false, requiresUserConfirmation: true, reason: 'Path outside approved workspace' };
    if (this.#config.enabled === false) return ask('Auto-approval is disabled');
    try {
      return this.#byVerdict(toolName, this.#engine.evaluate(toolName, params, workspaceContext));
    } catch (error) {
      return ask(`The call cannot be judged: ${errorMessage(error)}`);
    }
  }

  /** The same question without a call, as some hosts ask it: for tools on files, inside and outside of the workspace. */
  shouldAutoApproveTool(toolName: string): boolean | [boolean, boolean] {
    const { approved } = this.shouldAutoApprove(toolName, {});
    return isFileOperation(toolName) ? [approved, false] : approved;
  }

  addPolicy(policy: ApprovalPolicy): void {
    this.#engine.addPolicy(policy);
  }

  /** Returns false if there is no policy of this name. */
  removePolicy(name: string): boolean {
    return this.#engine.removePolicy(name);
  }

  /** Keeps a person's answer to a call, for the next such call or until `clearCache`. */
  recordUserApproval(
    toolName: string,
    params: unknown,
    answer: boolean | ApprovalDecision,
    scope: ApprovalScope = 'session',
  ): void {
    const decision =
      typeof answer === 'object'
        ? answer
        : {
            approved: answer,
            requiresUserConfirmation: false,
            reason: `${answer ? 'Approved' : 'Denied'} by the user`,
          };
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(cacheKey(toolName, params), { decision, scope });
  }

  clearCache(): void {
    this.#answers.clear();
  }

  #recall(toolName: string, params: unknown): ApprovalDecision | undefined {
    if (this.#answers.size === 0) return undefined;
    const key = cacheKey(toolName, params);
    const answer = this.#answers.get(key);
    if (answer?.scope === 'once') this.#answers.delete(key);
    return answer?.decision;
  }

  #byVerdict(toolName: string, { action, policy, reasons }: PolicyVerdict): ApprovalDecision {
    const byDefault = matchesPattern(toolName, this.#config.tools ?? []) ? 'approve' : this.#config.defaultAction;
    const decided = action ?? byDefault ?? 'ask';
    const reason = reasons[0] ?? (action === undefined && byDefault === undefined ? 'No matching policy' : undefined);
    return {
      approved: decided === 'approve',
      requiresUserConfirmation: decided === 'ask',
      ...(reason !== undefined && { reason }),
      ...(policy !== undefined && { policyName: policy }),
    };
  }
}

const MAX_ANSWERS = 10_000;

function ask(reason: string): ApprovalDecision {
  return { approved: false, requiresUserConfirmation: true, reason };
}

function cacheKey(toolName: string, params: unknown): string {
  return `${toolName} ${canonicalJson(params ?? null)}`;
}
