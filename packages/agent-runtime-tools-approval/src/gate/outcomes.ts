import {
  canonicalJson,
  coreErrors,
  cutText,
  fail,
  ok,
  printable,
  type ToolError,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { Judgement } from '../auto-approver.ts';
import { approvalErrors } from '../errors.ts';
import type { ApprovalDecision } from '../policy/approval-policy.ts';
import { allowedBy } from '../policy/decide.ts';
import type { GateOutcome } from './approval-gate.ts';
import type { ApprovalResponse } from './approval-request.ts';
import { ruleOffer } from './rule-offer.ts';
import type { FirstAnswer } from './answers/shared-answers.ts';

export type FailedResult = ToolResult<never> & { readonly ok: false };

/** The result of a call that a rule denies. */
export function denied(decision: ApprovalDecision, by: string): FailedResult {
  const { policyName, rule, reasons } = decision;
  return fail(
    coreErrors.APPROVAL_DENIED({
      message: `The call was denied: ${printable(decision.reason)}`,
      details: {
        by,
        reasons,
        ...(policyName !== undefined && { policy: policyName }),
        ...(rule !== undefined && { rule }),
      },
    }),
  );
}

/** The result of a call that a person denies. It ends the turn. */
export function rejected(feedback: string | undefined): ToolResult {
  return fail(
    coreErrors.APPROVAL_DENIED({
      message: feedback === undefined ? 'A person denied the call.' : `A person denied the call: ${forModel(feedback)}`,
      ...(feedback !== undefined && { suggestion: `Follow what the person said: ${forModel(feedback)}` }),
      details: { by: 'person', ...(feedback !== undefined && { feedback: forModel(feedback) }) },
    }),
  );
}

/** The result of a call that a person answered instead of the tool. */
export function answeredInPlace(result: unknown, response: ApprovalResponse): ToolResult {
  const { scope = 'once' } = response;
  const warning = scope === 'once' ? undefined : 'A result that a person gave is not remembered.';
  return withNotes(
    ok(result),
    ['A person gave this result; the tool did not run.', ...feedbackNotes(response)],
    warning,
  );
}

export function feedbackNotes({ feedback }: ApprovalResponse): string[] {
  return feedback === undefined ? [] : [`The person says: ${forModel(feedback)}`];
}

/** Tells the model which arguments the call ran with. */
export function changedArguments(modified: Readonly<Record<string, unknown>>): string {
  return `The person changed the arguments and approved these: ${forModel(canonicalJson(modified))}`;
}

/** The result of a call that needs a person where nobody can be asked. */
export function deniedWithoutPerson({ facts, roots, decision }: Judgement): ToolResult {
  const hint = allowedBy(facts, roots, 'nobody can be asked here');
  return fail(
    coreErrors.APPROVAL_DENIED({
      message: `The call needs approval: ${printable(decision.reason.replace(/\.$/, ''))}; ${printable(hint)}.`,
      details: { by: 'headless', reasons: decision.reasons, rule: ruleOffer(facts, roots)?.rule },
    }),
  );
}

/** The result of a request that ended without an answer. */
export function unanswered(outcome: Exclude<GateOutcome, { kind: 'answered' }>): ToolResult {
  if (outcome.kind === 'cancelled') return fail(coreErrors.CANCELLED());
  // Nobody denied the call: the request may still be answered, and the call may be made again.
  if (outcome.kind === 'closed')
    return fail(
      coreErrors.SHUT_DOWN({
        message: 'The tools were shut down before anybody answered.',
        details: { by: outcome.kind },
      }),
    );
  const why = {
    timeout: 'Nobody answered in time.',
    full: 'Too many calls are waiting for an answer.',
    failed: 'Asking for approval failed.',
  }[outcome.kind];
  const more = outcome.kind === 'failed' ? ` ${printable(outcome.why)}` : '';
  return fail(coreErrors.APPROVAL_DENIED({ message: `${why}${more}`, details: { by: outcome.kind } }));
}

/** The result of an approved call whose files, scripts or environment have changed since. */
export function stale(): FailedResult {
  return fail(approvalErrors.APPROVAL_STALE({ details: { by: 'digest' } }));
}

/** The error for an answer that came after another. */
export function answeredBefore({ approved, source }: FirstAnswer): ToolError {
  const when = new Date(source.at).toISOString();
  const message = `It was ${approved ? 'approved' : 'denied'} before, by ${printable(source.by)} at ${when}.`;
  return approvalErrors.REQUEST_NOT_PENDING({
    message,
    details: { answeredBy: source.by, answeredAt: source.at, approved },
  });
}

/** Adds notes for the model and a warning to the metadata of a result. */
export function withNotes(result: ToolResult, notes: readonly string[], warning: string | undefined): ToolResult {
  if (notes.length === 0 && warning === undefined) return result;
  const { metadata } = result;
  return {
    ...result,
    metadata: {
      ...metadata,
      ...(notes.length > 0 && { contextModifications: [...(metadata.contextModifications ?? []), ...notes] }),
      ...(warning !== undefined && { warnings: [...(metadata.warnings ?? []), warning] }),
    },
  };
}

/** A person's feedback without control characters, limited in length. */
export function forModel(feedback: string): string {
  return cutText(printable(feedback, { multiline: true }), MAX_FEEDBACK_CHARACTERS, '');
}

const MAX_FEEDBACK_CHARACTERS = 4000;
