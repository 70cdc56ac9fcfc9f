export { createTestContext } from './create-test-context.ts';
export { ManualClock } from './manual-clock.ts';
export { MemoryFiles } from './memory-files.ts';
export { createTestFolder } from './test-folder.ts';
export { changedPaths } from './folder-snapshot.ts';
export { openDescriptors, taggedProcesses, zombies } from './process-inspection.ts';
export { recordActivity } from './record-activity.ts';
export { toolContract } from './contract/tool-contract.ts';
export { checkToolContract } from './contract/check-tool-contract.ts';
export { packContract } from './contract/pack-contract.ts';
export { checkPackContract } from './contract/check-pack-contract.ts';
export { evaluate } from './evaluate/evaluate.ts';
export { DatasetError } from './evaluate/read-dataset.ts';
export { formatReport } from './evaluate/format-report.ts';

export type { ActivityRecord } from './activity-record.ts';
export type { LogEntry, TestContext, TestContextOptions } from './create-test-context.ts';
export type { FolderSnapshot } from './folder-snapshot.ts';
export type { ActivityRecorder } from './record-activity.ts';
export type { TestFolder } from './test-folder.ts';
export type { ContractFinding } from './contract/contract-check.ts';
export type {
  BadSample,
  ContractFixture,
  SampleArguments,
  SampleParams,
  ToolContractOptions,
  ToolSample,
} from './contract/contract-options.ts';
export type { PackContractOptions } from './contract/pack-options.ts';
export type { EvaluateOptions, EvaluatedTools } from './evaluate/evaluate.ts';
export type { EvaluationCase, Expectation } from './evaluate/evaluation-case.ts';
export type { CaseOutcome, EvaluationReport, Tally } from './evaluate/evaluation-report.ts';
export type { Dataset } from './evaluate/read-dataset.ts';
