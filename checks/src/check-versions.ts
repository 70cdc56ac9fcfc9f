import { builtPacks } from './built-packs.ts';
import { NAME_PREFIX, readPackages } from './repository.ts';

/** Says which built packs and tools state another version than the manifest of their package. */
export async function checkVersions(root: string): Promise<string[]> {
  const core = readPackages(root).find(({ name }) => name === `${NAME_PREFIX}core`)?.manifest.version;
  const problems: string[] = [];
  for (const { from, pack } of await builtPacks(root)) {
    const { folder, manifest } = from;
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
  return problems;
}
