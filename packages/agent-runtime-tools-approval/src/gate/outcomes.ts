import {
  canonicalJson,
  coreErrors,
  cutText,
  fail,
  ok,
  printable,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { Judgement } from '../auto-approver.ts';
import { approvalErrors } from '../errors.ts';
import type { ApprovalDecision } from '../policy/approval-policy.ts';
import { allowedBy } from '../policy/decide.ts';
import type { GateOutcome } from './approval-gate.ts';
import type { ApprovalResponse } from './approval-request.ts';
import { ruleOffer } from './rule-offer.ts';

export type FailedResult = ToolResult<never> & { readonly ok: false };

/** A rule says no. */
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

/** A person says no, which ends the turn. */
export function rejected(feedback: string | undefined): ToolResult {
  return fail(
    coreErrors.APPROVAL_DENIED({
      message: feedback === undefined ? 'A person denied the call.' : `A person denied the call: ${forModel(feedback)}`,
      ...(feedback !== undefined && { suggestion: `Follow what the person said: ${forModel(feedback)}` }),
      details: { by: 'person', ...(feedback !== undefined && { feedback: forModel(feedback) }) },
    }),
  );
}

/** A person answered instead of the tool. */
export function answeredInPlace(result: unknown, response: ApprovalResponse): ToolResult {
  const { scope = 'once' } = response;
  const warning = scope === 'once' ? undefined : 'An answer in the place of a tool is not remembered.';
  return withNotes(
    ok(result),
    ['A person gave this result; the tool did not run.', ...feedbackNotes(response)],
    warning,
  );
}

export function feedbackNotes({ feedback }: ApprovalResponse): string[] {
  return feedback === undefined ? [] : [`The person says: ${forModel(feedback)}`];
}

/** The model goes on from what ran, not from what it asked for. */
export function changedArguments(modified: Readonly<Record<string, unknown>>): string {
  return `The person changed the arguments and approved these: ${forModel(canonicalJson(modified))}`;
}

/** Nobody can say yes. */
export function headless({ facts, roots, decision }: Judgement): ToolResult {
  const hint = allowedBy(facts, roots, 'nobody can be asked here');
  return fail(
    coreErrors.APPROVAL_DENIED({
      message: `The call needs approval: ${printable(decision.reason.replace(/\.$/, ''))}; ${printable(hint)}.`,
      details: { by: 'headless', reasons: decision.reasons, rule: ruleOffer(facts, roots)?.rule },
    }),
  );
}

/** Nobody said anything, or could not. */
export function unanswered(outcome: Exclude<GateOutcome, { kind: 'answered' }>): ToolResult {
  if (outcome.kind === 'cancelled') return fail(coreErrors.CANCELLED());
  // Nobody has said no: the request may still be answered, and the call made again.
  if (outcome.kind === 'closed')
    return fail(
      coreErrors.SHUT_DOWN({
        message: 'The tools were shut down before anybody answered.',
        details: { by: outcome.kind },
      }),
    );
  const why = {
    timeout: 'Nobody answered in time.',
    full: 'Too many calls wait for an answer.',
    failed: 'Asking for approval failed.',
  }[outcome.kind];
  const more = outcome.kind === 'failed' ? ` ${printable(outcome.why)}` : '';
  return fail(coreErrors.APPROVAL_DENIED({ message: `${why}${more}`, details: { by: outcome.kind } }));
}

/** What was approved is not what would run. */
export function stale(): FailedResult {
  return fail(approvalErrors.APPROVAL_STALE({ details: { by: 'digest' } }));
}

/** Adds what the person said, for the model, and a warning for whoever reads the metadata. */
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

/** A person's words, as a model may read them. */
export function forModel(feedback: string): string {
  return cutText(printable(feedback, { multiline: true }), MAX_FEEDBACK_CHARACTERS, '');
}

const MAX_FEEDBACK_CHARACTERS = 4000;
