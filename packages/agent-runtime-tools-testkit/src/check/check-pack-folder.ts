import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkPackContract } from '../contract/check-pack-contract.ts';
import { runChecks, type ContractCheck, type ContractFinding } from '../contract/contract-check.ts';
import type { PackContractOptions } from '../contract/pack-options.ts';
import { coreRangeProblems } from './core-range-problems.ts';
import { isRecord, loadPackFolder, type PackFolder } from './load-pack-folder.ts';
import { loadedAtImport, type LoadedPackage } from './loaded-at-import.ts';

export interface CheckPackFolderOptions {
  /** The names that other packs have taken; it gets the name of the pack, which may be one of them. */
  readonly takenNames?: (pack: string) => readonly string[];
}

export interface PackFolderReport {
  readonly pack: PackFolder['pack'];
  /** The rules that the pack breaks; empty if it is as it should be. */
  readonly findings: readonly ContractFinding[];
  /** What importing the package loads. */
  readonly loaded: readonly LoadedPackage[];
}

/**
 * Judges the package in a folder: its names, versions and range of core, what it loads at import, and the contract of its
 * tools with the samples in `test/samples`. Rejects if there is no pack to judge.
 */
export async function checkPackFolder(
  path: string,
  { takenNames = () => [] }: CheckPackFolderOptions = {},
): Promise<PackFolderReport> {
  const found = await loadPackFolder(path);
  const loaded = await loadedAtImport(found.entry);
  const findings = await runChecks([
    ...nameChecks(found, takenNames(found.pack.name)),
    { rule: 'accepts the core it was made with, and later compatible ones', problems: () => coreRangeProblems(found) },
    { rule: 'loads little at import', problems: () => loadProblems(found, loaded) },
  ]);
  const contract = await contractOf(found.folder);
  if (contract === undefined) findings.push({ rule: 'has samples of its tools', problem: NO_SAMPLES });
  else findings.push(...(await checkPackContract(found.pack, contract)));
  return { pack: found.pack, findings, loaded };
}

function nameChecks({ manifest, pack }: PackFolder, takenNames: readonly string[]): ContractCheck[] {
  const names = [...pack.tools.map(({ name }) => name), ...Object.keys(pack.aliases ?? {})];
  return [
    {
      rule: 'has a name of small letters, digits and hyphens, which its package has too',
      problems: () => [
        ...(/^[a-z][a-z0-9-]*$/.test(pack.name) ? [] : [`the pack is called "${pack.name}"`]),
        ...(manifest.name.includes(pack.name) ? [] : [`the package ${manifest.name} has a pack called "${pack.name}"`]),
      ],
    },
    {
      rule: 'has the version of its package',
      problems: () =>
        pack.version === manifest.version
          ? []
          : [`the pack says ${pack.version}, and package.json says ${manifest.version}`],
    },
    {
      rule: 'has tools with names in snake_case that no other pack has',
      problems: () => [
        ...names
          .filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
          .map((name) => `"${name}" is not in snake_case`),
        ...names.filter((name) => takenNames.includes(name)).map((name) => `"${name}" is taken by another pack`),
      ],
    },
  ];
}

/** Of other packages than itself and the runtime it is made for. */
function loadProblems({ manifest }: PackFolder, loaded: readonly LoadedPackage[]): string[] {
  return loaded
    .filter(({ name }) => name !== manifest.name && !name.startsWith('@ku0/agent-runtime-tools-'))
    .filter(({ files, bytes }) => files > MAX_FILES || bytes > MAX_BYTES)
    .map(
      ({ name, files, bytes }) =>
        `${name} (${files} files, ${Math.ceil(bytes / 1000)} kB) is loaded at once; load it with import() in the call that needs it`,
    );
}

const MAX_FILES = 50;
const MAX_BYTES = 250_000;

/** The samples that the tests of the pack use too. */
async function contractOf(folder: string): Promise<PackContractOptions | undefined> {
  const file = ['ts', 'mts', 'js', 'mjs'].map((ending) => join(folder, `test/samples.${ending}`)).find(existsSync);
  if (file === undefined) return undefined;
  const exported: unknown = await import(pathToFileURL(file).href);
  return isRecord(exported) && isContract(exported['contract']) ? exported['contract'] : undefined;
}

function isContract(value: unknown): value is PackContractOptions {
  return isRecord(value) && isRecord(value['samples']);
}

const NO_SAMPLES = 'there is no test/samples.ts (or .js) that exports `contract`, the options of packContract';
