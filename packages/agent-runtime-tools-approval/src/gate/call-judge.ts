import { ownerOf, type ApprovalGrant, type ToolContext } from '@ku0/agent-runtime-tools-core';
import type { AutoApprover, JudgeOptions, Judgement } from '../auto-approver.ts';
import { callDigest, callKey, type CallDigest, type CallKey, type Environment } from '../calls/digest/call-digest.ts';
import type { ApprovalMemory, RecallOptions } from './approval-memory.ts';

export interface CallJudgeOptions {
  readonly approver: AutoApprover;
  readonly memory: ApprovalMemory;
  readonly environment: () => Environment;
  readonly parent: AutoApprover | undefined;
  readonly parentMemory: ApprovalMemory | undefined;
}

/** Judges calls by rules and remembered approvals, of the agent itself and of its parent agent. */
export class CallJudge {
  readonly #options: CallJudgeOptions;

  constructor(options: CallJudgeOptions) {
    this.#options = options;
  }

  /** The same as `judge` without waiting; undefined if there is a parent agent or something has to be awaited. */
  judgeSync(params: unknown, context: ToolContext): Judgement | undefined {
    const { approver, parent } = this.#options;
    if (parent !== undefined) return undefined;
    const judgement = approver.judgeSync(context.tool.name, params, judgeOptionsOf(context));
    return judgement && withDemand(judgement, context.approval.demanded);
  }

  /** With a parent, a call is approved only if both approve it, and denied if either denies it. */
  async judge(params: unknown, context: ToolContext): Promise<Judgement> {
    const { approver, parent } = this.#options;
    const options = judgeOptionsOf(context);
    const own = withDemand(await approver.judge(context.tool.name, params, options), context.approval.demanded);
    if (parent === undefined || own.decision.decision === 'deny') return own;
    const byParent = await parent.judge(context.tool.name, params, options);
    if (byParent.decision.decision === 'deny') return { ...own, decision: byParent.decision };
    if (own.decision.decision !== 'approve' || byParent.decision.decision === 'approve') return own;
    const isRemembered = await this.#isRememberedByParent(own, context);
    return isRemembered ? own : { ...own, decision: byParent.decision };
  }

  async #isRememberedByParent(judgement: Judgement, context: ToolContext): Promise<boolean> {
    const { parentMemory } = this.#options;
    try {
      const key = await this.key(judgement, context);
      return (await parentMemory?.recall(judgement.facts, key, recallOptions(judgement, context))) !== undefined;
    } catch {
      return false;
    }
  }

  key({ facts }: Judgement, context: ToolContext): Promise<CallKey> {
    return callKey(facts, { environment: this.#options.environment(), version: context.tool.version });
  }

  async digest(judgement: Judgement, context: ToolContext): Promise<CallDigest> {
    return callDigest(judgement.facts, await this.key(judgement, context));
  }

  /** The grant of a remembered approval. If the store cannot be read, nothing is remembered. */
  async recall(judgement: Judgement, key: CallKey, context: ToolContext): Promise<ApprovalGrant | undefined> {
    const { memory, parent } = this.#options;
    const { facts } = judgement;
    try {
      const found = await memory.recall(facts, key, recallOptions(judgement, context));
      if (found === undefined) return undefined;
      if (parent !== undefined) {
        const byParent = await parent.judge(context.tool.name, facts.params, judgeOptionsOf(context));
        const isApproved = byParent.decision.decision === 'approve';
        if (!isApproved && !(await this.#isRememberedByParent(byParent, context))) {
          return undefined;
        }
      }
      const { rule, covers } = found.approval;
      return {
        by: found.scope,
        reason: `a person approved it earlier: ${covers}`,
        ...(rule !== undefined && { rule }),
      };
    } catch (error) {
      context.logger.warn('The approval store cannot be read; nothing is remembered.', { error: String(error) });
      return undefined;
    }
  }
}

function recallOptions({ roots, isUnrestricted }: Judgement, context: ToolContext): RecallOptions {
  return { roots, isUnrestricted, owner: { ...ownerOf(context), parentTasks: context.parentTasks } };
}

function judgeOptionsOf(context: ToolContext): JudgeOptions {
  const { autoApproval } = context;
  return {
    cwd: context.cwd,
    mode: context.mode,
    workspace: context.services.workspace,
    capabilities: context.tool.capabilities,
    aliases: context.tool.aliases,
    tool: context.tool,
    required: context.approval.required,
    approvedTools: autoApproval.enabled ? autoApproval.tools : undefined,
  };
}

/** Turns the decision into a question if a hook demands approval, with the hook's reasons first. */
function withDemand(judgement: Judgement, demanded: string | undefined): Judgement {
  const { decision } = judgement;
  if (demanded === undefined || decision.decision === 'deny') return judgement;
  const reasons = [...demanded.split('\n'), ...decision.reasons];
  const [reason = ''] = reasons;
  return {
    ...judgement,
    decision: { ...decision, approved: false, requiresUserConfirmation: true, decision: 'ask', reason, reasons },
  };
}
