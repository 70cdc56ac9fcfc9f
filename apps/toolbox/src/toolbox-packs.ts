import { loadPacks } from '@ku0/agent-runtime-tools';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput, CommandOptions } from './command-line/command.ts';
import { showConfigNotices } from './config/show-notices.ts';
import { loadConfig, type LoadedConfig } from './config/load-config.ts';

/** The packs of the toolbox in a workspace, in the order of `list`: families, packs and specs of the configuration. */
export async function toolboxPacks(
  workspace: string = process.cwd(),
  options: CommandOptions = {},
): Promise<ToolPack[]> {
  return packsOf(await loadConfig(workspace, options));
}

/** The same in the current folder, and shows what of the configuration does not count. */
export async function shownPacks({ options, terminal: { err }, program }: CommandInput): Promise<ToolPack[]> {
  const config = await loadConfig(process.cwd(), options);
  showConfigNotices(config, { err, program, workspace: process.cwd() });
  return packsOf(config, err);
}

/** The packs that a configuration chooses. */
export async function packsOf({ families, packs, specs }: LoadedConfig, err?: Output): Promise<ToolPack[]> {
  const all = [...(await loadPacks(families)), ...packs];
  if (specs.own === undefined && specs.project === undefined) return all;
  const { specPack } = await import('./specs/attach-specs.ts');
  return [...all, await specPack(specs, err)];
}
