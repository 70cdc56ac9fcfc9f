import { ToolCoordinator, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { firstPack } from '@ku0/example-first-tool';
import { approval, type ApproveMode, type AskPerson } from './approval/approval.ts';

/** Every family of tools, in the order they are listed. A new package adds its line. */
export function toolboxPacks(): ToolPack[] {
  return [firstPack()];
}

/** The call that `start` makes: one that needs nobody's approval and changes nothing. */
export const SAMPLE_CALL = { tool: 'word_count', params: { text: 'to be or not to be', top: 2 } };

export interface ToolboxOptions {
  /** The folder the tools work in. */
  readonly workspace: string;
  readonly approve: ApproveMode;
  /** Asks a person; absent where there is nobody to ask. */
  readonly ask?: AskPerson | undefined;
  /** Default: all of them. */
  readonly packs?: readonly ToolPack[] | undefined;
}

/** The toolbox: services, what wraps every call, and the tools. */
export function createToolbox({ workspace, approve, ask, packs = toolboxPacks() }: ToolboxOptions): ToolCoordinator {
  const toolbox: ToolCoordinator = new ToolCoordinator({
    cwd: workspace,
    services: {},
  });
  toolbox.use(approval({ mode: approve, ask, toolbox }));
  for (const pack of packs) toolbox.registerPack(pack);
  return toolbox;
}
