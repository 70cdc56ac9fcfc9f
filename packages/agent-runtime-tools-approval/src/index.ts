export { approval, type ApprovalMiddleware, type ApprovalOptions } from './approval.ts';
export {
  AutoApprover,
  type ApprovalContext,
  type AutoApproverOptions,
  type JudgeOptions,
  type Judgement,
  type ToolDefinitionLike,
} from './auto-approver.ts';
export { describeCall } from './calls/call-facts.ts';
export { profileOf } from './calls/tool-profile.ts';
export { approvalErrors } from './errors.ts';
export { checkRule, type CheckRuleOptions } from './check-rule.ts';
export { explainDecision, type ExplainOptions, type Explanation } from './explain-decision.ts';
export {
  ApprovalGate,
  type AnswerOptions,
  type ApprovalGateOptions,
  type AskPerson,
  type GateOutcome,
  type PrincipalFilter,
} from './gate/approval-gate.ts';
export {
  ApprovalMemory,
  type ApprovalMemoryOptions,
  type CallOwner,
  type ListedApproval,
  type RecallOptions,
} from './gate/approval-memory.ts';
export { loadPolicies, type LoadOptions, type PolicySet } from './policy/load/load-policies.ts';
export { PolicyEngine } from './policy/policy-engine.ts';
export { policySchema } from './policy/load/policy-schema.ts';
export { testPolicies, type PolicyTestReport } from './policy/load/test-policies.ts';
export { compilePermissionRule, type CompiledRule } from './permissions/permission-rule.ts';
export { cutDiff, type CutDiff } from './render/cut-diff.ts';
export { renderRequest, type RenderedRequest, type RenderOptions } from './render/render-request.ts';
export { visibleText } from './render/visible-text.ts';
export { wrapLines } from './render/wrap-lines.ts';
export { FileApprovalStore, type FileApprovalStoreOptions } from './stores/file-approval-store.ts';
export { MemoryApprovalStore } from './stores/memory-approval-store.ts';
export { PostgresApprovalStore, type PostgresApprovalStoreOptions } from './stores/postgres/postgres-approval-store.ts';
export { RedisApprovalStore, type RedisApprovalStoreOptions } from './stores/redis/redis-approval-store.ts';
export { SqliteApprovalStore, type SqliteApprovalStoreOptions } from './stores/sqlite-approval-store.ts';

export type { CallFacts, CallPlace } from './calls/call-facts.ts';
export type { ToolProfile } from './calls/tool-profile.ts';
export type { Environment } from './calls/digest/call-digest.ts';
export type { CallRisk, RiskLevel } from './calls/risk/call-risk.ts';
export type { RuleFamily } from './calls/known-tools.ts';
export type { PathFact } from './calls/paths/path-fact.ts';
export type { ApprovalRequest, ApprovalResponse, ApprovalScope } from './gate/approval-request.ts';
export type { AskAll } from './gate/batched-ask.ts';
export type { RuleOffer } from './gate/rule-offer.ts';
export type {
  ApprovalCondition,
  ApprovalDecision,
  ApprovalMode,
  ApprovalPolicy,
  ConditionOperator,
  ConditionType,
  PermissionRules,
  PolicyAction,
  PolicyExample,
} from './policy/approval-policy.ts';
export type { EvaluateOptions, PolicyEngineOptions, PolicyLayer } from './policy/policy-engine-options.ts';
export type { ExplainedPart } from './policy/explain-parts.ts';
export type { PolicyVerdict } from './policy/policy-verdict.ts';
export type { ProjectPolicies, TrustCheck } from './policy/load/project-policies.ts';
export type { AcceptedAnswer } from './gate/pending-records.ts';
export type {
  AnswerChannel,
  AnswerSource,
  ApprovalStore,
  HeldRequests,
  PendingApproval,
  PendingHolder,
  PendingTaker,
  RememberedApproval,
  SettledRequest,
} from './stores/approval-store.ts';
