export { checkToolContract } from '../contract/check-tool-contract.ts';
export { checkPackContract } from '../contract/check-pack-contract.ts';
export { checkPackFolder, type CheckPackFolderOptions, type PackFolderReport } from './check-pack-folder.ts';
export { loadPackFolder, type PackFolder, type PackManifest } from './load-pack-folder.ts';
export { comparePacks, type PackComparison } from '../compare/compare-packs.ts';

export type { ChangeLevel, PackChange } from '../compare/change.ts';
export type { ContractFinding } from '../contract/contract-check.ts';
export type { PackContractOptions } from '../contract/pack-options.ts';
export type { LoadedPackage } from './loaded-at-import.ts';
