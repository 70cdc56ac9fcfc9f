import { AutoApprover, type ApprovalContext, type AutoApproverOptions } from './auto-approver.ts';
import { ruleOffer } from './gate/rule-offer.ts';
import type { ApprovalDecision } from './policy/approval-policy.ts';
import type { ExplainedPart } from './policy/explain-parts.ts';
import { PolicyEngine } from './policy/policy-engine.ts';

/** A decision with everything that led to it. */
export interface Explanation extends ApprovalDecision {
  readonly tool: string;
  /** The paths of the call: where each leads, and whether that is inside the workspace. */
  readonly paths: readonly { readonly path: string; readonly access: string; readonly place: string }[];
  /** The commands that the call runs: the wrappers around each, and the rule that covers it or why none does. */
  readonly commands: readonly ExplainedPart[];
  /** A narrow rule that would allow the call; absent if none is suggested. */
  readonly suggestedRule?: string;
}

export interface ExplainOptions extends AutoApproverOptions, Omit<ApprovalContext, 'mode'> {
  /** Explains by the rules of this one, instead of one made from the options. */
  readonly approver?: AutoApprover;
  /** Rules that a person has consented to, besides the approver's: `memory.list()` has them. */
  readonly remembered?: readonly string[];
}

/** Explains why a call would be approved, asked about or denied, without running it. */
export async function explainDecision(
  tool: string,
  params: unknown,
  { approver, remembered = [], ...options }: ExplainOptions = {},
): Promise<Explanation> {
  const judge = approver ?? new AutoApprover(options);
  const { facts, roots, decision } = await judge.judge(tool, params, context(options));
  const suggestedRule = ruleOffer(facts, roots)?.rule;
  return {
    ...decision,
    tool: facts.profile.tool,
    paths: facts.paths
      .filter(({ possible }) => !possible)
      .map((path) => ({ path: path.real ?? path.lexical, access: path.access, place: path.place })),
    commands: withRemembered(judge.engine.explainCommand(facts, { roots }), () =>
      new PolicyEngine({ permissions: { allow: [...remembered] } }).explainCommand(facts, { roots }),
    ),
    ...(suggestedRule !== undefined && { suggestedRule }),
  };
}

/** Parts that no rule of the approver decides about may be covered by a remembered one. */
function withRemembered(
  parts: readonly ExplainedPart[],
  explainAgain: () => ExplainedPart[],
): readonly ExplainedPart[] {
  if (parts.every(({ action }) => action !== undefined)) return parts;
  const again = explainAgain();
  return parts.map((part, index) => {
    const other = again[index];
    return part.action === undefined && other?.action !== undefined ? other : part;
  });
}

function context({ cwd, home, workspacePaths }: Omit<ApprovalContext, 'mode'>): ApprovalContext {
  return {
    ...(cwd !== undefined && { cwd }),
    ...(home !== undefined && { home }),
    ...(workspacePaths !== undefined && { workspacePaths }),
  };
}
