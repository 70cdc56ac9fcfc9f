import { join } from 'node:path';
import { readManifest, root } from '../workspace.mjs';

/**
 * What the build writes into the code of the package in the current folder: its version, and that of the core it is built
 * with. A pack states both, so that a coordinator can refuse a pack that was made for another core.
 * @returns {Record<string, string>} Expressions, by the name they replace.
 */
export function builtVersions() {
  const core = readManifest(join(root, 'packages', 'agent-runtime-tools-core'));
  return {
    PACKAGE_VERSION: JSON.stringify(readManifest(process.cwd()).version),
    BUILT_CORE_VERSION: JSON.stringify(core.version),
  };
}
