// pnpm loads this file while it packs. What all published manifests have in common is added here.
import { repositoryAddress, repositoryFields } from './repository-address.mjs';

export const hooks = {
  /** @param {{ name: string }} manifest */
  beforePacking(manifest) {
    return { ...manifest, ...repositoryFields(manifest.name, repositoryAddress()) };
  },
};
