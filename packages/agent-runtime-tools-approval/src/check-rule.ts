import type { ApprovalContext, AutoApprover } from './auto-approver.ts';
import { editedOffer, type RuleOffer } from './gate/rule-offer.ts';

export interface CheckRuleOptions extends Pick<ApprovalContext, 'cwd'> {
  readonly tool: string;
  readonly params: unknown;
  readonly approver: AutoApprover;
}

/** What a rule that a person has written would cover if it were remembered for a call, or why it cannot be. */
export async function checkRule(
  rule: string,
  { tool, params, approver, ...context }: CheckRuleOptions,
): Promise<{ readonly offer: RuleOffer } | { readonly problem: string }> {
  const checked = editedOffer(rule, await approver.judge(tool, params, context));
  return typeof checked === 'string' ? { problem: checked } : { offer: checked };
}
