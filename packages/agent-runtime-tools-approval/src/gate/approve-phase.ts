import {
  coreErrors,
  fail,
  ownerOf,
  type ApprovalGrant,
  type ToolCallbacks,
  type ToolContext,
  type ToolNext,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { Judgement } from '../auto-approver.ts';
import { callDigest, type CallDigest } from '../calls/digest/call-digest.ts';
import type { ApprovalGate, AskPerson } from './approval-gate.ts';
import type { ApprovalRequest, ApprovalResponse } from './approval-request.ts';
import type { BatchedAsk } from './batched-ask.ts';
import { buildRequest, type RequestSubject } from './build-request.ts';
import { renderRequest } from '../render/render-request.ts';
import { CallJudge, type CallJudgeOptions } from './call-judge.ts';
import {
  answeredInPlace,
  changedArguments,
  denied,
  feedbackNotes,
  deniedWithoutPerson,
  rejected,
  stale,
  unanswered,
  withNotes,
  type FailedResult,
} from './outcomes.ts';
import { editedOffer, ruleOffer, toolOffer } from './rule-offer.ts';
import { principalIdOf } from './waiting-requests.ts';

export interface ApprovePhaseOptions extends CallJudgeOptions {
  readonly gate: ApprovalGate;
  readonly ask: AskPerson | undefined;
  /** Set if requests are asked about together. */
  readonly batchedAsk: BatchedAsk | undefined;
  readonly canAsk: boolean;
}

/** Takes a call through the approve phase: rules, remembered approvals, a person, and a last check before it runs. */
export class ApprovePhase {
  readonly #options: ApprovePhaseOptions;
  readonly #judge: CallJudge;
  /** The questions of batches whose calls are still being judged, by batch and principal. */
  readonly #waitingByBatch = new Map<string, BatchQuestion[]>();
  #calls = 0;

  constructor(options: ApprovePhaseOptions) {
    this.#options = options;
    this.#judge = new CallJudge(options);
  }

  run(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult> {
    const call = { params, context, next, isInTurn: context.batch === undefined, order: this.#calls++ };
    let judgement: Judgement | undefined;
    try {
      judgement = this.#judge.judgeSync(params, context);
    } catch {
      // Judge asynchronously, where the same error becomes a rejection.
      return this.#judgeAndApply(call);
    }
    // A decision that needs no waiting adds no promise to the call.
    return judgement === undefined ? this.#judgeAndApply(call) : this.#applyDecision(judgement, call);
  }

  async #judgeAndApply(call: Call): Promise<ToolResult> {
    return this.#applyDecision(await this.#judge.judge(call.params, call.context), call);
  }

  #applyDecision(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { context } = call;
    const { decision, isUnrestricted } = judgement;
    if (decision.decision === 'deny') return Promise.resolve(denied(decision, 'policy'));
    const { demanded, advice } = context.approval;
    if (demanded === undefined) {
      if (decision.decision === 'approve') return this.#runGranted(call, grantByRules(decision));
      if (advice !== undefined && isUnrestricted) return this.#runGranted(call, advice);
    }
    return this.#getConsent(judgement, call);
  }

  /** A call of a batch that was judged ahead is judged again in its turn: earlier calls may have changed the files. */
  #runGranted(call: Call, grant: ApprovalGrant): Promise<ToolResult> {
    return call.isInTurn ? call.next(call.params, grant) : this.#judgeAgainInTurn(call);
  }

  async #judgeAgainInTurn(call: Call): Promise<ToolResult> {
    // A hook has refused the call meanwhile. Core will not run it, so nobody should be asked.
    if ((await call.context.batch?.turn()) === false) return call.next(call.params);
    return this.#judgeAndApply({ ...call, isInTurn: true });
  }

  /** The call needs a person's consent: look for a remembered or stored one, then ask. */
  async #getConsent(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { context } = call;
    const { demanded, turnRejected } = context.approval;
    // Calls without a turn are independent of each other.
    if (turnRejected && context.turnId !== '') return fail(coreErrors.TURN_REJECTED());
    const key = await this.#judge.key(judgement, context);
    const recalled = demanded === undefined ? await this.#judge.recall(judgement, key, context) : undefined;
    if (recalled !== undefined) return this.#runGranted(call, recalled);
    const digest = await callDigest(judgement.facts, key);
    const answered = await this.#takeStoredAnswer(digest, context);
    if (answered?.isStale === true) return stale();
    if (answered !== undefined)
      return this.#respond(answered.response, { ...call, judgement, digest, offer: undefined });
    const canAsk = this.#options.canAsk || context.callbacks.confirm !== undefined;
    if (!canAsk || this.#options.approver.mode === 'dont-ask') return deniedWithoutPerson(judgement);
    return this.#ask({ ...call, judgement, digest, offer: ruleOffer(judgement.facts, judgement.roots) });
  }

  async #takeStoredAnswer(
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

  async #ask(asked: AskedCall): Promise<ToolResult> {
    const { context, digest } = asked;
    const { gate, canAsk } = this.#options;
    const ask = canAsk ? this.#options.ask : askByConfirm(context.callbacks);
    const request = await buildRequest(asked, gate);
    await this.#waitForBatch(request, asked);
    context.publish('approval_requested', { request });
    const { signal, coordinatorId } = context;
    const outcome = await gate.request(request, { key: digest.key, signal, ask, coordinatorId });
    const approved = outcome.kind === 'answered' && outcome.response.approved;
    const by = outcome.kind === 'answered' ? 'person' : outcome.kind;
    context.publish('approval_resolved', { id: request.id, approved, by });
    return outcome.kind === 'answered' ? this.#respond(outcome.response, asked) : unanswered(outcome);
  }

  /** Waits until all calls of the batch are judged, so that its questions are asked together and in order. */
  async #waitForBatch(request: ApprovalRequest, { context: { batch }, order }: AskedCall): Promise<void> {
    if (batch === undefined) return;
    const key = JSON.stringify([batch.id, principalIdOf(request)]);
    const group = this.#waitingByBatch.get(key) ?? [];
    this.#waitingByBatch.set(key, group);
    const { promise, resolve: ask, reject } = Promise.withResolvers<void>();
    group.push({ request, order, ask });
    batch.allJudged().then(() => this.#askBatchInOrder(key, { group, batchId: batch.id }), reject);
    await promise;
  }

  /** Every waiting question calls this; only the first call has an effect. */
  #askBatchInOrder(
    key: string,
    { group, batchId }: { readonly group: BatchQuestion[]; readonly batchId: string },
  ): void {
    if (this.#waitingByBatch.get(key) !== group) return;
    this.#waitingByBatch.delete(key);
    group.sort((a, b) => a.order - b.order);
    const count = group.length;
    for (const { request, order } of group) this.#options.batchedAsk?.expect(request, { batchId, count, order });
    for (const { ask } of group) ask();
  }

  async #respond(response: ApprovalResponse, asked: AskedCall): Promise<ToolResult> {
    const { context, isInTurn } = asked;
    const { result: inPlace } = response;
    if (!response.approved) return rejected(response.feedback);
    if (context.signal.aborted) return fail(coreErrors.CANCELLED());
    if (inPlace !== undefined) return answeredInPlace(inPlace, response);
    const refused = await this.#recheck(response, asked);
    if (refused !== undefined) return refused;
    if (!isInTurn) {
      if ((await context.batch?.turn()) === false) return asked.next(asked.params);
      const changed = await this.#recheck(response, asked);
      // An earlier call of the batch has changed the files: ask again about the current state.
      if (changed?.error.code === 'APPROVAL_STALE') return this.#judgeAndApply({ ...asked, isInTurn: true });
      if (changed !== undefined) return changed;
    }
    return this.#runApproved(response, asked);
  }

  /** The last check before the call runs: judges it by the current rules and compares the digest of the current files. */
  async #recheck(
    { modifiedArgs }: ApprovalResponse,
    { params, context, digest }: AskedCall,
  ): Promise<FailedResult | undefined> {
    const judgement = await this.#judge.judge(modifiedArgs ?? params, context);
    if (judgement.decision.decision === 'deny') return denied(judgement.decision, 'policy');
    const isSame =
      modifiedArgs !== undefined || (await this.#judge.digest(judgement, context)).digest === digest.digest;
    return isSame ? undefined : stale();
  }

  async #runApproved(response: ApprovalResponse, asked: AskedCall): Promise<ToolResult> {
    const { params, next } = asked;
    const { modifiedArgs } = response;
    const isModified = modifiedArgs !== undefined;
    const warning = isModified ? notRemembered(response) : await this.#remember(response, asked);
    const result = await next(modifiedArgs ?? params, grantByPerson(response));
    const notes = [...feedbackNotes(response), ...(isModified ? [changedArguments(modifiedArgs)] : [])];
    return withNotes(result, notes, warning);
  }

  async #remember(
    { scope = 'once', forTool = false, rule }: ApprovalResponse,
    asked: AskedCall,
  ): Promise<string | undefined> {
    const { judgement, digest, context } = asked;
    if (scope === 'once') return undefined;
    const offered = forTool ? toolOffer(judgement.facts) : asked.offer;
    if (offered === undefined && (forTool || scope === 'always' || rule !== undefined))
      return 'Approved for this call only: no lasting rule is offered for such calls.';
    const offer = rule === undefined ? offered : editedOffer(rule, judgement);
    if (typeof offer === 'string') return `Approved for this call only: ${offer}`;
    try {
      await this.#options.memory.remember(judgement.facts, digest, {
        // Without an offered rule, the session remembers exactly this call.
        offer: offer ?? { covers: 'exactly this call' },
        scope,
        owner: ownerOf(context),
      });
      return undefined;
    } catch (error) {
      context.logger.warn('An approval could not be stored.', { error: String(error) });
      return 'The approval could not be stored: it is valid for this call only.';
    }
  }
}

/** Asks with the callbacks of the call, for a host that gave no other way to ask. */
function askByConfirm(callbacks: ToolCallbacks): AskPerson {
  return async (request, { signal }) => callbacks.confirm?.(renderRequest(request).join('\n'), { signal });
}

/** Lasting approvals cover what was shown, so changed arguments are approved only once. */
function notRemembered({ scope = 'once' }: ApprovalResponse): string | undefined {
  return scope === 'once' ? undefined : 'Approved for this call only: changed arguments are not remembered.';
}

interface Call {
  readonly params: unknown;
  readonly context: ToolContext;
  readonly next: ToolNext;
  /** False while earlier calls of the batch that conflict with this one are still running. */
  readonly isInTurn: boolean;
  /** Position among all calls, which is the batch's order within a batch. */
  readonly order: number;
}

/** A call that a person is asked about. */
type AskedCall = Call & RequestSubject;

/** The grant for a person's answer. Core adds how long the person took. */
function grantByPerson({ scope = 'once', modifiedArgs }: ApprovalResponse): ApprovalGrant {
  const what = modifiedArgs === undefined ? 'approved by a person' : 'approved by a person, with other arguments';
  return {
    by: 'person',
    reason: scope === 'once' ? what : `${what}, ${scope === 'session' ? 'for the session' : scope}`,
  };
}

/** The grant for a decision by rules. */
function grantByRules({ policyName, rule, reason }: Judgement['decision']): ApprovalGrant {
  return {
    by: `policy:${policyName ?? 'default'}`,
    reason,
    ...(policyName !== undefined && { policy: policyName }),
    ...(rule !== undefined && { rule }),
  };
}

/** A question that waits for the other calls of its batch to be judged. */
interface BatchQuestion {
  readonly request: ApprovalRequest;
  readonly order: number;
  readonly ask: () => void;
}
