import { AutoApprover, type ApprovalContext, type AutoApproverOptions } from './auto-approver.ts';
import { ruleOffer } from './gate/rule-offer.ts';
import type { ApprovalDecision } from './policy/approval-policy.ts';

/** A decision with everything that led to it. */
export interface Explanation extends ApprovalDecision {
  readonly tool: string;
  /** The paths of the call: where each leads, and whether that is inside the workspace. */
  readonly paths: readonly { readonly path: string; readonly access: string; readonly place: string }[];
  /** The commands that the call runs, each with the wrappers around it (`sudo`, `env`, `xargs`). */
  readonly commands: readonly { readonly text: string; readonly via: readonly string[] }[];
  /** A narrow rule that would allow the call; absent if none is suggested. */
  readonly suggestedRule?: string;
}

/** Explains why a call would be approved, asked about or denied, without running it. */
export async function explainDecision(
  tool: string,
  params: unknown,
  {
    approver,
    ...options
  }: AutoApproverOptions & Omit<ApprovalContext, 'mode'> & { readonly approver?: AutoApprover } = {},
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
    commands: (facts.command?.parts ?? [])
      .filter((part) => part.argv.length > 0)
      .map((part) => ({ text: part.argv.join(' '), via: part.via })),
    ...(suggestedRule !== undefined && { suggestedRule }),
  };
}

function context({ cwd, home, workspacePaths }: Omit<ApprovalContext, 'mode'>): ApprovalContext {
  return {
    ...(cwd !== undefined && { cwd }),
    ...(home !== undefined && { home }),
    ...(workspacePaths !== undefined && { workspacePaths }),
  };
}
