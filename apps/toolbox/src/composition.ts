import { approval, FileApprovalStore, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { codePack, createCodeEngine } from '@ku0/agent-runtime-tools-code';
import { ToolCoordinator, type ToolMiddleware, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { editPack } from '@ku0/agent-runtime-tools-edit';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { projectPack } from '@ku0/agent-runtime-tools-project';
import { createSandbox, sandboxPack } from '@ku0/agent-runtime-tools-sandbox';
import { searchPack } from '@ku0/agent-runtime-tools-search';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { webPack } from '@ku0/agent-runtime-tools-web';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { APPROVAL_MODES, type ApproveMode } from './approval/approve-mode.ts';
import type { AskAbout } from './approval/ask-person.ts';

/** Every family of tools, in the order they are listed. A new package adds its line. */
export function toolboxPacks(): ToolPack[] {
  return [
    filesPack({ changes: 'workspace' }),
    editPack(),
    searchPack(),
    codePack(),
    projectPack(),
    shellPack(),
    sandboxPack(),
    webPack(),
  ];
}

/** The call that `start` makes: one that needs nobody's approval and changes nothing. */
export const SAMPLE_CALL = { tool: 'list_directory', params: { path: '.', limit: 8 } };

export interface ToolboxOptions {
  /** The folder the tools work in. */
  readonly workspace: string;
  readonly approve: ApproveMode;
  /** Run commands unasked that are proven to only read. Default false. */
  readonly allowReads?: boolean | undefined;
  /** Asks a person; absent where there is nobody to ask. */
  readonly ask?: AskAbout | undefined;
  /** What decides before anybody is asked. */
  readonly policies?: PolicySet | undefined;
  readonly hooks?: ToolMiddleware | undefined;
  /** Default: all of them. */
  readonly packs?: readonly ToolPack[] | undefined;
}

/** The tools, and the end of everything they use. */
export interface Toolbox {
  readonly tools: ToolCoordinator;
  /** How many programs run in the background. */
  running(): number;
  close(): Promise<void>;
}

/** The toolbox: services, what wraps every call, and the tools. */
export function createToolbox({
  workspace: folder,
  approve,
  allowReads = false,
  ask,
  policies,
  hooks,
  packs = toolboxPacks(),
}: ToolboxOptions): Toolbox {
  const workspace = createWorkspace({ roots: [folder] });
  const processes = createProcesses();
  const sandbox = createSandbox({ workspace, processes });
  const code = createCodeEngine({ workspace });
  const tools: ToolCoordinator = new ToolCoordinator({
    cwd: folder,
    services: { workspace, artifacts: workspace.artifacts, processes, sandbox, confinement: sandbox, code },
  });
  if (hooks !== undefined) tools.use(hooks);
  tools.use(
    approval({
      ...policies,
      workspace,
      mode: APPROVAL_MODES[approve],
      approveReads: allowReads,
      store: new FileApprovalStore(),
      ...(ask !== undefined && { ask: (request, options) => ask(request, tools.get(request.tool), options) }),
    }),
  );
  for (const pack of packs) tools.registerPack(pack);
  return {
    tools,
    running: () => processes.list().filter(({ status }) => status === 'running').length,
    async close() {
      await tools.shutdownAll();
      await code.shutdown();
      await sandbox.shutdown();
      await processes.shutdown();
      await workspace.shutdown();
    },
  };
}
