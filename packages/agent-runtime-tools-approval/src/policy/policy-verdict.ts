import type { CompiledRule } from '../permissions/permission-rule.ts';
import type { PolicyAction } from './approval-policy.ts';
import type { CompiledPolicy } from './compiled-policy.ts';

export interface PolicyVerdict {
  /** Undefined when nothing is said about this call. */
  readonly action: PolicyAction | undefined;
  readonly reasons: readonly string[];
  readonly policy?: string;
  readonly rule?: string;
}

export const NOTHING_SAID: PolicyVerdict = { action: undefined, reasons: [] };

export function byRule(action: PolicyAction, { text }: CompiledRule): PolicyVerdict {
  return { action, rule: text, reasons: [`${VERBS[action]} by the rule ${text}`] };
}

export function byPolicy({ policy }: CompiledPolicy): PolicyVerdict {
  const reason = policy.reason ?? `${VERBS[policy.action]} by the policy ${policy.name}`;
  return { action: policy.action, policy: policy.name, reasons: [reason] };
}

const VERBS = { approve: 'approved', ask: 'to be asked about', deny: 'denied' } as const;
