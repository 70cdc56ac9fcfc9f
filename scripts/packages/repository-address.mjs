import { readManifest, root } from '../workspace.mjs';

/**
 * The address of the repository: `repository` of the package.json at the root, the only place that has it.
 * @param {string} [base] The repository; default this one.
 * @returns {string | undefined} Without `git+` and `.git`; undefined as long as it is not decided.
 */
export function repositoryAddress(base = root) {
  const { repository } = readManifest(base);
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}

/**
 * What a published manifest says about the repository.
 * @param {string} name Of the package.
 * @param {string | undefined} address
 * @returns {Record<string, unknown>} Empty without an address.
 */
export function repositoryFields(name, address) {
  if (address === undefined) return {};
  const directory = `packages/${name.slice(name.indexOf('/') + 1)}`;
  return {
    repository: { type: 'git', url: `git+${address}.git`, directory },
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: `${address}/issues`,
  };
}
