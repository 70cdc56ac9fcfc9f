import type { CompiledRule } from '../permissions/permission-rule.ts';
import type { PolicyAction } from './approval-policy.ts';
import type { CompiledPolicy } from './compile/compiled-policy.ts';

export interface PolicyVerdict {
  /** Undefined if no rule or policy covers the call. */
  readonly action: PolicyAction | undefined;
  readonly reasons: readonly string[];
  readonly policy?: string;
  readonly rule?: string;
}

export const NO_VERDICT: PolicyVerdict = { action: undefined, reasons: [] };

export function byRule(action: PolicyAction, { text }: CompiledRule): PolicyVerdict {
  return { action, rule: text, reasons: [`${VERBS[action]} by the rule ${text}`] };
}

export function byPolicy({ policy }: CompiledPolicy): PolicyVerdict {
  const reason = policy.reason ?? `${VERBS[policy.action]} by the policy ${policy.name}`;
  return { action: policy.action, policy: policy.name, reasons: [reason] };
}

const VERBS = { approve: 'approved', ask: 'asked about', deny: 'denied' } as const;
