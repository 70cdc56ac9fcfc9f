import {
  coreErrors,
  fail,
  ownerOf,
  type ApprovalGrant,
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
import { CallJudge, type CallJudgeOptions } from './call-judge.ts';
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
  type FailedResult,
} from './outcomes.ts';
import { ruleOffer, toolOffer } from './rule-offer.ts';
import { principalIdOf } from './waiting-requests.ts';

export interface ApprovePhaseOptions extends CallJudgeOptions {
  readonly gate: ApprovalGate;
  readonly ask: AskPerson | undefined;
  /** Where requests are asked about together. */
  readonly together: BatchedAsk | undefined;
  readonly isAnyoneThere: boolean;
}

/** Takes one call through the approve phase: rules, memory, a person, and the last look before it runs. */
export class ApprovePhase {
  readonly #options: ApprovePhaseOptions;
  readonly #judge: CallJudge;
  /** The questions of batches that are still being judged. */
  readonly #gathering = new Map<string, Gathered[]>();
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
      // It fails again where failing is a rejection.
      return this.#runLater(call);
    }
    // What rules settle at once passes without another promise.
    return judgement === undefined ? this.#runLater(call) : this.#settle(judgement, call);
  }

  async #runLater(call: Call): Promise<ToolResult> {
    return this.#settle(await this.#judge.judge(call.params, call.context), call);
  }

  #settle(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { context } = call;
    const { decision, isUnrestricted } = judgement;
    if (decision.decision === 'deny') return Promise.resolve(denied(decision, 'policy'));
    const { demanded, advice } = context.approval;
    if (demanded === undefined) {
      if (decision.decision === 'approve') return this.#goOn(call, grantOf(decision));
      if (advice !== undefined && isUnrestricted) return this.#goOn(call, advice);
    }
    return this.#consult(judgement, call);
  }

  /** What was found out before the earlier calls of a batch had ended is found out again: they may have changed it. */
  #goOn(call: Call, grant: ApprovalGrant): Promise<ToolResult> {
    return call.isInTurn ? call.next(call.params, grant) : this.#againInTurn(call);
  }

  async #againInTurn(call: Call): Promise<ToolResult> {
    // Judged otherwise by a hook meanwhile: core does not run it on this consent, and nobody is to be asked about it.
    if ((await call.context.batch?.turn()) === false) return call.next(call.params);
    return this.#runLater({ ...call, isInTurn: true });
  }

  /** Nothing but a person's word is left, given earlier or now. */
  async #consult(judgement: Judgement, call: Call): Promise<ToolResult> {
    const { context } = call;
    const { demanded, turnRejected } = context.approval;
    // Calls outside of any turn are not tied to each other.
    if (turnRejected && context.turnId !== '') return fail(coreErrors.TURN_REJECTED());
    const key = await this.#judge.key(judgement, context);
    const recalled = demanded === undefined ? await this.#judge.recall(judgement, key, context) : undefined;
    if (recalled !== undefined) return this.#goOn(call, recalled);
    const digest = await callDigest(judgement.facts, key);
    const answered = await this.#answeredEarlier(digest, context);
    if (answered?.isStale === true) return stale();
    if (answered !== undefined)
      return this.#respond(answered.response, { ...call, judgement, digest, offer: undefined });
    if (!this.#options.isAnyoneThere || this.#options.approver.mode === 'dont-ask') return headless(judgement);
    return this.#ask({ ...call, judgement, digest, offer: ruleOffer(judgement.facts, judgement.roots) });
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
    await this.#gather(request, asked);
    context.publish('approval_requested', { request });
    const { signal, coordinatorId } = context;
    const outcome = await gate.request(request, { key: digest.key, signal, ask, coordinatorId });
    const approved = outcome.kind === 'answered' && outcome.response.approved;
    const by = outcome.kind === 'answered' ? 'person' : outcome.kind;
    context.publish('approval_resolved', { id: request.id, approved, by });
    return outcome.kind === 'answered' ? this.#respond(outcome.response, asked) : unanswered(outcome);
  }

  /** Waits until every question of the batch is there, so that they can be asked together and in its order. */
  async #gather(request: ApprovalRequest, { context: { batch }, order }: Asked): Promise<void> {
    if (batch === undefined) return;
    const key = JSON.stringify([batch.id, principalIdOf(request)]);
    const group = this.#gathering.get(key) ?? [];
    this.#gathering.set(key, group);
    const { promise, resolve: ask, reject } = Promise.withResolvers<void>();
    group.push({ request, order, ask });
    batch.allJudged().then(() => this.#askInOrder(key, { group, batchId: batch.id }), reject);
    await promise;
  }

  /** Called by each of them, and done by the first. */
  #askInOrder(key: string, { group, batchId }: { readonly group: Gathered[]; readonly batchId: string }): void {
    if (this.#gathering.get(key) !== group) return;
    this.#gathering.delete(key);
    group.sort((a, b) => a.order - b.order);
    const count = group.length;
    for (const { request, order } of group) this.#options.together?.expect(request, { batchId, count, order });
    for (const { ask } of group) ask();
  }

  async #respond(response: ApprovalResponse, asked: Asked): Promise<ToolResult> {
    const { context, isInTurn } = asked;
    const { result: inPlace } = response;
    if (!response.approved) return rejected(response.feedback);
    if (context.signal.aborted) return fail(coreErrors.CANCELLED());
    if (inPlace !== undefined) return answeredInPlace(inPlace, response);
    const refused = await this.#changedSince(response, asked);
    if (refused !== undefined) return refused;
    if (!isInTurn) {
      if ((await context.batch?.turn()) === false) return asked.next(asked.params);
      const changed = await this.#changedSince(response, asked);
      // An earlier call of the batch did that: the person is asked again about what is there now.
      if (changed?.error.code === 'APPROVAL_STALE') return this.#runLater({ ...asked, isInTurn: true });
      if (changed !== undefined) return changed;
    }
    return this.#runApproved(response, asked);
  }

  /** The last look before the call runs: rules as they are now, and the files as they are now. */
  async #changedSince(
    { modifiedArgs }: ApprovalResponse,
    { params, context, digest }: Asked,
  ): Promise<FailedResult | undefined> {
    const judgement = await this.#judge.judge(modifiedArgs ?? params, context);
    if (judgement.decision.decision === 'deny') return denied(judgement.decision, 'policy');
    const isSame =
      modifiedArgs !== undefined || (await this.#judge.digest(judgement, context)).digest === digest.digest;
    return isSame ? undefined : stale();
  }

  async #runApproved(response: ApprovalResponse, asked: Asked): Promise<ToolResult> {
    const { params, next } = asked;
    const { modifiedArgs } = response;
    const isModified = modifiedArgs !== undefined;
    const warning = isModified ? notRemembered(response) : await this.#remember(response, asked);
    const result = await next(modifiedArgs ?? params, personalGrant(response));
    const notes = [...feedbackNotes(response), ...(isModified ? [changedArguments(modifiedArgs)] : [])];
    return withNotes(result, notes, warning);
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

interface Call {
  readonly params: unknown;
  readonly context: ToolContext;
  readonly next: ToolNext;
  /** No earlier call of a batch that this one conflicts with is under way. */
  readonly isInTurn: boolean;
  /** Calls of a batch come in the batch's order. */
  readonly order: number;
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

/** A question that waits for the others of its batch. */
interface Gathered {
  readonly request: ApprovalRequest;
  readonly order: number;
  readonly ask: () => void;
}
