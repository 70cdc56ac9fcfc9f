export { checkToolContract } from '../contract/check-tool-contract.ts';
export { checkPackContract } from '../contract/check-pack-contract.ts';
export { checkPackFolder, type CheckPackFolderOptions, type PackFolderReport } from './check-pack-folder.ts';
export { loadPackFolder, type PackFolder, type PackManifest } from './load-pack-folder.ts';
export { evaluate } from '../evaluate/evaluate.ts';
export { DatasetError } from '../evaluate/read-dataset.ts';
export { formatReport } from '../evaluate/format-report.ts';
export { comparePacks, type PackComparison } from '../compare/compare-packs.ts';

export type { ChangeLevel, PackChange } from '../compare/change.ts';
export type { ContractFinding } from '../contract/contract-check.ts';
export type { PackContractOptions } from '../contract/pack-options.ts';
export type { LoadedPackage } from './loaded-at-import.ts';
export type { EvaluateOptions, EvaluatedTools } from '../evaluate/evaluate.ts';
export type { EvaluationCase, Expectation } from '../evaluate/evaluation-case.ts';
export type { CaseOutcome, EvaluationReport, Tally } from '../evaluate/evaluation-report.ts';
export type { Dataset } from '../evaluate/read-dataset.ts';
