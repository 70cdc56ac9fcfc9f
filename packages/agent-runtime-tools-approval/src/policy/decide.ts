import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { CallFacts } from '../calls/call-facts.ts';
import type { CallRisk } from '../calls/risk/call-risk.ts';
import { boundaryConcern } from '../calls/paths/path-fact.ts';
import { ruleOffer } from '../gate/rule-offer.ts';
import type { ApprovalDecision, ApprovalMode, PolicyAction } from './approval-policy.ts';
import { askingReasons } from './asking-reasons.ts';
import type { PolicyVerdict } from './policy-verdict.ts';
import { compileToolPattern } from './compile/tool-pattern.ts';

export interface DecideOptions {
  readonly mode: ApprovalMode;
  /** Whether the tool itself asks for approval; undefined if only its name is known. */
  readonly required: boolean | undefined;
  readonly approvedTools: readonly string[] | undefined;
  readonly roots: readonly string[];
  readonly risk: () => CallRisk;
  /** Proves that the call only reads within the workspace. Absent if such calls are not to be approved. */
  readonly isProvenRead?: (() => boolean) | undefined;
}

/** Decides about a call from the verdict of the rules, the mode, and the tool's own default, in this order. */
export function decide(facts: CallFacts, verdict: PolicyVerdict, options: DecideOptions): ApprovalDecision {
  const { mode } = options;
  const decision = (action: PolicyAction, ...reasons: readonly string[]): ApprovalDecision =>
    asDecision(
      action,
      () => (reasons.length === 0 ? verdict.reasons : [...reasons, ...verdict.reasons]),
      verdict,
      options.risk,
    );
  if (verdict.action === 'deny') return decision('deny');
  if ((mode === 'plan' || facts.mode === 'plan') && changesThings(facts)) {
    return decision('deny', `${facts.profile.tool} can change files or run programs, which plan mode does not allow`);
  }
  if (mode === 'bypass') return decision('approve', 'the host approves everything that is not denied');
  if (verdict.action === 'approve') return decision('approve');
  const fallback = verdict.action === 'ask' ? undefined : defaultDecision(facts, options);
  if (fallback?.approve === true) return decision('approve', fallback.why);
  const reasons = (): readonly string[] => {
    if (fallback === undefined) return verdict.reasons;
    const why = fallback.why === undefined ? askingReasons(facts, options.roots, verdict.reasons) : [fallback.why];
    return [...new Set([...why, ...verdict.reasons])];
  };
  if (mode !== 'dont-ask') return asDecision('ask', reasons, verdict, options.risk);
  const denied = () => [...reasons(), allowedBy(facts, options.roots, 'this mode asks nobody')];
  return asDecision('deny', denied, verdict, options.risk);
}

/** The decision about a call that cannot be examined, such as one whose arguments throw. */
export function undecided(error: unknown, mode: ApprovalMode): ApprovalDecision {
  const why = `it cannot be judged: ${errorMessage(error)}`;
  const verdict: PolicyVerdict = { action: 'ask', reasons: [why] };
  const risk: CallRisk = { level: 'high', score: 70, why };
  return asDecision(
    mode === 'dont-ask' ? 'deny' : 'ask',
    () => verdict.reasons,
    verdict,
    () => risk,
  );
}

/** Names the rule that would have allowed a call, for a mode in which nobody is asked. */
export function allowedBy(facts: CallFacts, roots: readonly string[], why: string): string {
  const rule = ruleOffer(facts, roots)?.rule;
  return rule === undefined
    ? `${why}, and no narrow rule could allow this; a person has to`
    : `${why}; the rule ${rule} would have allowed it`;
}

/** An approval with its reason, or a question. A question without a reason gets the reasons of `askingReasons`. */
type DefaultDecision =
  | { readonly approve: true; readonly why: string }
  | { readonly approve: false; readonly why?: string };

/** The decision about a call that no rule covers. */
function defaultDecision(
  facts: CallFacts,
  { mode, required, approvedTools, isProvenRead }: DecideOptions,
): DefaultDecision {
  const concern = facts.paths
    .filter((path) => !path.possible && path.origin !== 'command')
    .map(boundaryConcern)
    .find((why) => why !== undefined);
  if (concern !== undefined) return { approve: false, why: concern };
  if (facts.unreadable !== undefined && required !== false) return { approve: false, why: facts.unreadable };
  const { tool, names, known } = facts.profile;
  if (
    approvedTools?.some((pattern) => names.some(compileToolPattern(pattern))) === true &&
    facts.command === undefined
  ) {
    return { approve: true, why: `the host approves ${tool} for this call` };
  }
  if (isProvenRead?.() === true) return { approve: true, why: 'it only reads, and only within the workspace' };
  if (mode === 'accept-edits' && isPlainEdit(facts)) return { approve: true, why: 'edits are accepted' };
  if (required !== undefined) {
    return required ? { approve: false } : { approve: true, why: `${tool} needs no approval` };
  }
  if (known?.unasked === 'always') return { approve: true, why: `${tool} needs no approval` };
  if (known?.unasked === 'new-file') {
    const overwritten = facts.paths.find((path) => path.access === 'write' && path.exists !== false);
    if (overwritten !== undefined) return { approve: false, why: `it overwrites ${overwritten.given}` };
    if (facts.paths.length > 0) return { approve: true, why: 'it creates a new file' };
  }
  return { approve: false };
}

function isPlainEdit(facts: CallFacts): boolean {
  const { family, capabilities } = facts.profile;
  if (family !== 'Edit' || capabilities.executesCommands || capabilities.destructive || !facts.pathsComplete)
    return false;
  const isMove = facts.profile.known?.name === 'move_file';
  return (
    facts.unreadable === undefined &&
    facts.paths.some((path) => !path.possible) &&
    facts.paths.every((path) => path.possible || (path.place === 'inside' && (isMove || path.access !== 'delete')))
  );
}

function changesThings({ profile }: CallFacts): boolean {
  const { capabilities } = profile;
  return capabilities.writesFiles || capabilities.executesCommands || capabilities.destructive;
}

/** Reasons and risk are computed when they are read: most callers need only the decision. */
function asDecision(
  action: PolicyAction,
  reasonsFor: () => readonly string[],
  verdict: PolicyVerdict,
  riskFor: () => CallRisk,
): ApprovalDecision {
  let reasons: readonly string[] | undefined;
  let risk: CallRisk | undefined;
  const decision: { -readonly [K in keyof ApprovalDecision]: ApprovalDecision[K] } = {
    approved: action === 'approve',
    requiresUserConfirmation: action === 'ask',
    decision: action,
    get reason() {
      return this.reasons[0] ?? '';
    },
    get reasons() {
      if (reasons === undefined) {
        const found = reasonsFor();
        reasons = found.length === 0 ? NO_RULE : found;
      }
      return reasons;
    },
    get risk() {
      risk ??= riskFor();
      return risk;
    },
  };
  const name = verdict.policy ?? verdict.rule;
  if (name !== undefined) decision.policyName = name;
  if (verdict.rule !== undefined) decision.rule = verdict.rule;
  return decision;
}

const NO_RULE: readonly string[] = ['no rule covers it'];
