import { approval, FileApprovalStore, type ApprovalMode, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { browserPack } from '@ku0/agent-runtime-tools-browser';
import { codePack, createCodeEngine } from '@ku0/agent-runtime-tools-code';
import { ToolCoordinator, type ToolMiddleware, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { editPack } from '@ku0/agent-runtime-tools-edit';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { gitPack } from '@ku0/agent-runtime-tools-git';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { projectPack } from '@ku0/agent-runtime-tools-project';
import { createSandbox, sandboxPack } from '@ku0/agent-runtime-tools-sandbox';
import { searchPack } from '@ku0/agent-runtime-tools-search';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { webPack } from '@ku0/agent-runtime-tools-web';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { AskAbout } from './approval/ask-person.ts';

/** The packs of the toolbox, in the order of `list`. */
export function toolboxPacks(): ToolPack[] {
  return [
    filesPack({ changes: 'workspace' }),
    editPack(),
    searchPack(),
    codePack(),
    projectPack(),
    shellPack(),
    sandboxPack(),
    gitPack(),
    webPack(),
    browserPack(),
  ];
}

/** The call that `start` makes. It needs no approval and changes nothing. */
export const SAMPLE_CALL = { tool: 'list_directory', params: { path: '.', limit: 8 } };

/** How to handle calls that need approval and that no rule decides: ask a person, allow all, or deny all. */
export type ApproveMode = 'ask' | 'all' | 'none';

const APPROVAL_MODES: Readonly<Record<ApproveMode, ApprovalMode>> = {
  ask: 'default',
  all: 'bypass',
  none: 'dont-ask',
};

export interface ToolboxOptions {
  /** The folder the tools work in. */
  readonly workspace: string;
  readonly approve: ApproveMode;
  /** Approves commands that provably only read within the workspace. Default false. */
  readonly allowReads?: boolean | undefined;
  /** Asks a person. Without it, `approve: 'ask'` denies. */
  readonly ask?: AskAbout | undefined;
  /** Policies and permission rules, which decide first. */
  readonly policies?: PolicySet | undefined;
  readonly hooks?: ToolMiddleware | undefined;
  /** Default: `toolboxPacks()`. */
  readonly packs?: readonly ToolPack[] | undefined;
}

export interface Toolbox {
  readonly tools: ToolCoordinator;
  /** The number of programs that run in the background. */
  running(): number;
  /** Shuts down the tools and their services. Gives up after five seconds. */
  close(): Promise<void>;
}

/** Creates the coordinator with its services, hooks, approval and packs. */
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
    close: () =>
      atMost(SHUTDOWN_TIMEOUT_MS, async () => {
        await tools.shutdownAll();
        await sandbox.shutdown();
        await processes.shutdown();
        await workspace.shutdown();
      }),
  };
}

const SHUTDOWN_TIMEOUT_MS = 5_000;

async function atMost(ms: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work(), timeout]);
  clearTimeout(timer);
}
