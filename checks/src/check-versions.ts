import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACK_OPTIONS } from '../../scripts/shipped/smoke-calls.mjs';
import { NAME_PREFIX, readPackages } from './repository.ts';

/** Says which built packs and tools state another version than the manifest of their package. */
export async function checkVersions(root: string): Promise<string[]> {
  const packages = readPackages(root).filter(({ area }) => area === 'packages');
  const core = packages.find(({ name }) => name === `${NAME_PREFIX}core`)?.manifest.version;
  const problems: string[] = [];
  for (const { folder, shortName, manifest } of packages) {
    const entry = join(root, folder, 'dist', 'index.js');
    // The testkit can only be loaded by vitest's own loader, and has no pack.
    if (shortName === 'testkit' || !existsSync(entry)) continue;
    const exported = (await import(pathToFileURL(entry).href)) as Readonly<Record<string, unknown>>;
    for (const [name, make] of Object.entries(exported)) {
      // Not every function with such a name makes a pack: some define, load or create one.
      if (name !== `${shortName}Pack` || !isFactory(make)) continue;
      const pack = make(PACK_OPTIONS[name]);
      const stated = [
        [`the pack "${pack.name}"`, pack.version, manifest.version],
        [`the core of the pack "${pack.name}"`, pack.coreVersion, core],
        ...pack.tools.map((tool) => [`the tool ${tool.name}`, tool.version, manifest.version]),
      ];
      for (const [what, found, expected] of stated) {
        if (found !== expected)
          problems.push(
            `${folder}: ${what} is ${found}, not ${expected}; use \`version\` and \`packVersions\` of src/version.ts`,
          );
      }
    }
  }
  return problems;
}

interface StatedVersions {
  readonly name: string;
  readonly version: string;
  readonly coreVersion?: string;
  readonly tools: readonly { readonly name: string; readonly version: string }[];
}

function isFactory(value: unknown): value is (options?: unknown) => StatedVersions {
  return typeof value === 'function';
}
