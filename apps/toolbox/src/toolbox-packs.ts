import { loadPacks, type FamilyChoice } from '@ku0/agent-runtime-tools';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';

/** Every call of the toolbox is a task of its own, so undo works on the changes of all tasks. */
const FAMILIES = { files: { changes: 'workspace' }, browser: true, task: true } as const satisfies FamilyChoice;

/** What `createTools` loads: the families of the toolbox, or only the given packs. */
export function toolboxTools(packs: readonly ToolPack[] | undefined): {
  readonly families: FamilyChoice;
  readonly packs: readonly ToolPack[];
} {
  return packs === undefined ? { families: FAMILIES, packs: [] } : { families: [], packs };
}

/** The packs of the toolbox, in the order of `list`. */
export function toolboxPacks(): Promise<ToolPack[]> {
  return loadPacks(FAMILIES);
}
