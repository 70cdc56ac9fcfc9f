import { coverParts, judgeCommand, type CommandAnalysis, type CommandPolicy } from '@ku0/agent-runtime-tools-commands';
import type { RuleList } from '../permissions/rule-list.ts';
import type { PolicyAction } from './approval-policy.ts';

/** A part of a command, and what the permission rules say about it. Policies are not part of it. */
export interface ExplainedPart {
  readonly text: string;
  /** The wrappers around it: `sudo`, `env`, `xargs`. */
  readonly via: readonly string[];
  /** Undefined if no rule decides about this part. */
  readonly action?: PolicyAction;
  readonly rule?: string;
  /** Why the part is not allowed, if it is not. */
  readonly concerns: readonly string[];
}

/** For every part of a command, the rule that denies it, asks about it or allows it, in this order. */
export function explainParts(
  command: CommandAnalysis,
  { policy, allow, ask, deny }: { policy: CommandPolicy; allow: RuleList; ask: RuleList; deny: RuleList },
): ExplainedPart[] {
  const restrictions = (
    [
      ['deny', deny],
      ['ask', ask],
    ] as const
  ).map(([action, list]) => ({
    action,
    list,
    reasons: judgeCommand(command, { [action]: list.commands, inspectFiles: false }).reasons,
  }));
  return coverParts(command, policy)
    .filter(({ part }) => part.argv.length > 0)
    .map(({ part, rule, concerns }): ExplainedPart => {
      const described = { text: part.argv.join(' '), via: part.via };
      for (const { action, list, reasons } of restrictions) {
        const found = list.textOf(reasons.find((reason) => reason.part === part)?.rule);
        if (found !== undefined) return { ...described, action, rule: found, concerns: [] };
      }
      const text = allow.textOf(rule);
      const verdict = concerns.length === 0 ? { action: 'approve' as const } : {};
      return { ...described, ...verdict, ...(text !== undefined && { rule: text }), concerns };
    });
}
