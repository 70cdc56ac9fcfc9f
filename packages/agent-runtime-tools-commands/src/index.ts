export { analyzeArgv, analyzeCommand, type AnalyzeOptions } from './analyze-command.ts';
export type {
  AssignmentUse,
  CommandAnalysis,
  CommandForms,
  CommandPart,
  CommandWord,
  FunctionDefinition,
  Hazard,
  HazardConsent,
  HazardKind,
  PathAccess,
  PathUse,
  Problem,
  ProblemKind,
  RedirectUse,
  RuleSuggestion,
  Span,
} from './command-analysis.ts';
export { dangerousCommand, type Danger } from './danger/dangerous-command.ts';
export { parseCommandRule, type CommandRule } from './judge/rules/command-rule.ts';
export { compileCommandRules, type CommandRules } from './judge/rules/command-rules.ts';
export {
  coverParts,
  judgeCommand,
  type CommandDecision,
  type CommandPolicy,
  type CommandVerdict,
  type CoveredPart,
  type VerdictReason,
} from './judge/judge-command.ts';
export { reasonsToAsk } from './judge/reasons-to-ask.ts';
export type { DiskReader } from './judge/paths/disk-reader.ts';
export type { PathDecision } from './judge/paths/path-checker.ts';
export { proveReadOnly, type ReadProof, type ReadProofOptions } from './read-only/prove-read-only.ts';
export { suggestRule } from './suggest-rule.ts';
