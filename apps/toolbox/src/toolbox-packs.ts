import { loadPacks, type FamilyChoice } from '@ku0/agent-runtime-tools';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { CommandOptions } from './command-line/command.ts';
import { loadConfig } from './config/load-config.ts';

/** What `createTools` loads: the families of the configuration, or only the given packs. */
export function toolboxTools(
  packs: readonly ToolPack[] | undefined,
  families: FamilyChoice,
): {
  readonly families: FamilyChoice;
  readonly packs: readonly ToolPack[];
} {
  return packs === undefined ? { families, packs: [] } : { families: [], packs };
}

/** The packs of the toolbox in a workspace, in the order of `list`. */
export async function toolboxPacks(
  workspace: string = process.cwd(),
  options: CommandOptions = {},
): Promise<ToolPack[]> {
  const { families } = await loadConfig(workspace, options);
  return loadPacks(families);
}
