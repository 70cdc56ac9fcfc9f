import type { ApprovalMiddleware, ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import type { AnyTools } from '@ku0/agent-runtime-tools-core';
import type { AskPersonOptions } from './ask-person.ts';

/** Answers the dialog's own questions about a call from the tools and the approval of a host. */
export function questionsAbout(
  request: ApprovalRequest,
  { tools, approval }: { readonly tools: AnyTools; readonly approval: ApprovalMiddleware },
): Pick<AskPersonOptions, 'tool' | 'validate' | 'preview' | 'explain' | 'checkRule'> {
  const { tool, taskId, cwd, principal } = request;
  const scope = { taskId, cwd, ...(principal !== undefined && { principal }) };
  return {
    tool: tools.get(tool),
    validate(args) {
      const { valid, errors = [] } = tools.validate(tool, args);
      return valid ? undefined : errors.join(' ') || 'the arguments do not fit the tool';
    },
    async preview(args) {
      const result = await tools.dryRun<string>(tool, args, scope);
      return result.ok ? result.value : undefined;
    },
    async explain(args) {
      const { explainDecision } = await import('@ku0/agent-runtime-tools-approval');
      const principalId = principal?.id ?? '';
      const remembered = (await approval.memory.list({ principalId })).flatMap(({ rule }) => rule ?? []);
      return explainDecision(tool, args, { approver: approval.approver, remembered, cwd });
    },
    async checkRule(rule) {
      const { checkRule } = await import('@ku0/agent-runtime-tools-approval');
      return checkRule(rule, { tool, params: request.args, approver: approval.approver, cwd });
    },
  };
}
