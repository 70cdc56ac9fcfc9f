import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACK_OPTIONS } from '../../scripts/shipped/smoke-calls.mjs';
import { readPackages, type RepositoryPackage } from './repository.ts';

/** A pack as the built entry of its package makes it. */
export interface BuiltPack {
  readonly from: RepositoryPackage;
  readonly exported: Readonly<Record<string, unknown>>;
  readonly pack: {
    readonly name: string;
    readonly version: string;
    readonly coreVersion?: string;
    readonly tools: readonly { readonly name: string; readonly version: string }[];
  };
}

/** The packs of all built packages. */
export async function builtPacks(root: string): Promise<BuiltPack[]> {
  const packs: BuiltPack[] = [];
  for (const from of readPackages(root).filter(({ area }) => area === 'packages')) {
    const entry = join(root, from.folder, 'dist', 'index.js');
    // The testkit can only be loaded by vitest's own loader, and has no pack. The tools of remote are those of its workers.
    if (['testkit', 'remote'].includes(from.shortName) || !existsSync(entry)) continue;
    const exported = (await import(pathToFileURL(entry).href)) as Readonly<Record<string, unknown>>;
    for (const [name, make] of Object.entries(exported)) {
      // Not every function with such a name makes a pack: some define, load or create one.
      if (name === `${from.shortName}Pack` && isFactory(make))
        packs.push({ from, exported, pack: make(PACK_OPTIONS[name]) });
    }
  }
  return packs;
}

function isFactory(value: unknown): value is (options?: unknown) => BuiltPack['pack'] {
  return typeof value === 'function';
}
