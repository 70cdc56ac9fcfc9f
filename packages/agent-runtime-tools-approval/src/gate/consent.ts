import {
  coreErrors,
  fail,
  ownerOf,
  type ApprovalGrant,
  type ToolContext,
  type ToolNext,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { AutoApprover, CallSetting, Judgement } from '../auto-approver.ts';
import { callDigest, callKey, type CallDigest, type CallKey, type Environment } from '../calls/call-digest.ts';
import type { ApprovalGate, AskPerson } from './approval-gate.ts';
import type { ApprovalMemory, RecallOptions } from './approval-memory.ts';
import type { ApprovalResponse } from './approval-request.ts';
import { buildRequest, type RequestSubject } from './build-request.ts';
import {
  answeredInPlace,
  changedArguments,
  denied,
  feedbackNotes,
  headless,
  rejected,
  stale,
  unanswered,
  withNotes,
} from './outcomes.ts';
import { ruleOffer, toolOffer } from './rule-offer.ts';

export interface ConsentOptions {
  readonly approver: AutoApprover;
  readonly gate: ApprovalGate;
  readonly memory: ApprovalMemory;
  readonly ask: AskPerson | undefined;
  readonly isAnyoneThere: boolean;
  readonly environment: () => Environment;
  readonly parent: AutoApprover | undefined;
  readonly parentMemory: ApprovalMemory | undefined;
}

/** Takes one call through the approve phase: rules, memory, a person, and the last look before it runs. */
export class Consent {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  run(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult> {
    const call = { params, context, next };
    let judgement: Judgement | undefined;
    try {
      judgement = this.#judgeNow(params, context);
    } catch {
      // It fails again where failing is a rejection.
      return this.#runLater(call);
    }
    // What rules settle at once passes without another promise.
    return judgement === undefined ? this.#runLater(call) : this.#settle(judgement, call);
  }

  async #runLater(call: Call): Promise<ToolResult> {
    return this.#settle(await this.#judge(call.params, call.context), call);
  }

  #settle(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { params, context, next } = call;
    const { decision, isOpen } = judgement;
    if (decision.decision === 'deny') return Promise.resolve(denied(decision, 'policy'));
    const { demanded, advice } = context.approval;
    if (demanded === undefined) {
      if (decision.decision === 'approve') {
        return next(params, grantOf(decision));
      }
      if (advice !== undefined && isOpen) return next(params, advice);
    }
    return this.#consult(judgement, call);
  }

  /** Nothing but a person's word is left, given earlier or now. */
  async #consult(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { params, context, next } = call;
    const { demanded, turnRejected } = context.approval;
    // Calls outside of any turn are not tied to each other.
    if (turnRejected && context.turnId !== '') return fail(coreErrors.TURN_REJECTED());
    const key = await this.#key(judgement, context);
    const recalled = demanded === undefined ? await this.#recall(judgement, key, context) : undefined;
    if (recalled !== undefined) return next(params, recalled);
    const digest = await callDigest(judgement.facts, key);
    const answered = await this.#answeredEarlier(digest, context);
    if (answered?.isStale === true) return stale();
    if (answered !== undefined)
      return this.#respond(answered.response, { ...call, judgement, digest, offer: undefined });
    if (!this.#options.isAnyoneThere || this.#options.approver.mode === 'dont-ask') return headless(judgement);
    return this.#ask({ ...call, judgement, digest, offer: ruleOffer(judgement.facts, judgement.roots) });
  }

  /** Where nobody above has a say and nothing has to be waited for. */
  #judgeNow(params: unknown, context: ToolContext): Judgement | undefined {
    const { approver, parent } = this.#options;
    if (parent !== undefined) return undefined;
    const judgement = approver.judgeNow(context.tool.name, params, settingOf(context));
    return judgement && withDemand(judgement, context.approval.demanded);
  }

  /** With a parent, a call is approved only where both approve; a denial of either is one. */
  async #judge(params: unknown, context: ToolContext): Promise<Judgement> {
    const { approver, parent } = this.#options;
    const setting = settingOf(context);
    const own = withDemand(await approver.judge(context.tool.name, params, setting), context.approval.demanded);
    if (parent === undefined || own.decision.decision === 'deny') return own;
    const above = await parent.judge(context.tool.name, params, setting);
    if (above.decision.decision === 'deny') return { ...own, decision: above.decision };
    if (own.decision.decision !== 'approve' || above.decision.decision === 'approve') return own;
    const isRemembered = await this.#isRememberedAbove(own, context);
    return isRemembered ? own : { ...own, decision: above.decision };
  }

  async #isRememberedAbove(judgement: Judgement, context: ToolContext): Promise<boolean> {
    const { parentMemory } = this.#options;
    try {
      const key = await this.#key(judgement, context);
      return (await parentMemory?.recall(judgement.facts, key, recallOptions(judgement, context))) !== undefined;
    } catch {
      return false;
    }
  }

  #key({ facts }: Judgement, context: ToolContext): Promise<CallKey> {
    return callKey(facts, { environment: this.#options.environment(), version: context.tool.version });
  }

  async #digest(judgement: Judgement, context: ToolContext): Promise<CallDigest> {
    return callDigest(judgement.facts, await this.#key(judgement, context));
  }

  /** Who consented earlier. A store that cannot be read remembers nothing. */
  async #recall(judgement: Judgement, key: CallKey, context: ToolContext): Promise<ApprovalGrant | undefined> {
    const { memory, parent } = this.#options;
    const { facts } = judgement;
    try {
      const found = await memory.recall(facts, key, recallOptions(judgement, context));
      if (found === undefined) return undefined;
      if (parent !== undefined) {
        const above = await parent.judge(context.tool.name, facts.params, settingOf(context));
        const isApproved = above.decision.decision === 'approve';
        if (!isApproved && !(await this.#isRememberedAbove(above, context))) {
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
      context.logger.warn('The store of approvals cannot be read; nothing is remembered.', { error: String(error) });
      return undefined;
    }
  }

  async #answeredEarlier(
    digest: CallDigest,
    context: ToolContext,
  ): Promise<Awaited<ReturnType<ApprovalGate['takeAnswer']>>> {
    try {
      return await this.#options.gate.takeAnswer({ ...digest, owner: ownerOf(context) });
    } catch (error) {
      context.logger.warn('Pending approvals cannot be read.', { error: String(error) });
      return undefined;
    }
  }

  async #ask(asked: Asked): Promise<ToolResult> {
    const { context, digest } = asked;
    const { gate, ask } = this.#options;
    const request = await buildRequest(asked, gate);
    context.publish('approval_requested', { request });
    const { signal, coordinatorId } = context;
    const outcome = await gate.request(request, { key: digest.key, signal, ask, coordinatorId });
    const approved = outcome.kind === 'answered' && outcome.response.approved;
    const by = outcome.kind === 'answered' ? 'person' : outcome.kind;
    context.publish('approval_resolved', { id: request.id, approved, by });
    return outcome.kind === 'answered' ? this.#respond(outcome.response, asked) : unanswered(outcome);
  }

  /** The last look before the call runs: rules as they are now, and the files as they are now. */
  async #respond(response: ApprovalResponse, asked: Asked): Promise<ToolResult> {
    const { params, context, next, digest } = asked;
    const { modifiedArgs, result: inPlace } = response;
    if (!response.approved) return rejected(response.feedback);
    if (context.signal.aborted) return fail(coreErrors.CANCELLED());
    if (inPlace !== undefined) return answeredInPlace(inPlace, response);
    const effective = modifiedArgs ?? params;
    const judgement = await this.#judge(effective, context);
    if (judgement.decision.decision === 'deny') return denied(judgement.decision, 'policy');
    const isModified = modifiedArgs !== undefined;
    if (!isModified && (await this.#digest(judgement, context)).digest !== digest.digest) return stale();
    const warning = isModified ? notRemembered(response) : await this.#remember(response, asked);
    const result = await next(effective, personalGrant(response));
    return withNotes(
      result,
      [...feedbackNotes(response), ...(isModified ? [changedArguments(modifiedArgs)] : [])],
      warning,
    );
  }

  async #remember({ scope = 'once', forTool = false }: ApprovalResponse, asked: Asked): Promise<string | undefined> {
    const { judgement, digest, context } = asked;
    if (scope === 'once') return undefined;
    const offer = forTool ? toolOffer(judgement.facts) : asked.offer;
    if (offer === undefined && (forTool || scope === 'always'))
      return 'Approved for this once: no lasting rule is offered for such calls.';
    try {
      await this.#options.memory.remember(judgement.facts, digest, {
        // Where no rule is offered, the session remembers this very call.
        offer: offer ?? { covers: 'exactly this call' },
        scope,
        owner: ownerOf(context),
      });
      return undefined;
    } catch (error) {
      context.logger.warn('An approval could not be kept.', { error: String(error) });
      return 'The approval could not be kept: it holds for this call alone.';
    }
  }
}

/** What was allowed for longer is what was shown, not what the person made of it. */
function notRemembered({ scope = 'once' }: ApprovalResponse): string | undefined {
  return scope === 'once' ? undefined : 'Approved for this once: arguments that a person changed are not remembered.';
}

function recallOptions({ roots, isOpen }: Judgement, context: ToolContext): RecallOptions {
  return { roots, isOpen, owner: { ...ownerOf(context), parentTasks: context.parentTasks } };
}

interface Call {
  readonly params: unknown;
  readonly context: ToolContext;
  readonly next: ToolNext;
}

/** A call on its way through the gate. */
type Asked = Call & RequestSubject;

/** A person's answer as consent. How long it took is core's to say. */
function personalGrant({ scope = 'once', modifiedArgs }: ApprovalResponse): ApprovalGrant {
  const what = modifiedArgs === undefined ? 'approved by a person' : 'approved by a person, with other arguments';
  return {
    by: 'person',
    reason: scope === 'once' ? what : `${what}, ${scope === 'session' ? 'for the session' : scope}`,
  };
}

/** A decision of rules as consent, with what it rests on. */
function grantOf({ policyName, rule, reason }: Judgement['decision']): ApprovalGrant {
  return {
    by: `policy:${policyName ?? 'default'}`,
    reason,
    ...(policyName !== undefined && { policy: policyName }),
    ...(rule !== undefined && { rule }),
  };
}

function settingOf(context: ToolContext): CallSetting {
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

/** Whoever demands approval is to be heard first by the person who gives it. */
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
