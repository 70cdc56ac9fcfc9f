import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApprovalDecision, ApprovalPolicy, RememberedApproval } from '@ku0/agent-runtime-tools-approval';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { preparedCase, type BenchCase, type CaseParts } from '../bench-case.ts';
import { nextTurnAfter } from './next-turn-after.ts';

/** Whole decisions of the approver with 100 policies: the arguments read, the paths looked up, the rules asked. */
export const decisionCases: readonly BenchCase[] = [
  deciding('file', 'shouldAutoApprove: a file, in a workspace', 'the same path', ({ decide, workspace }) =>
    onFile(decide, { workspace }),
  ),
  deciding('file-folders', 'shouldAutoApprove: a file, in plain folders', 'the same path', ({ decide, root }) =>
    onFile(decide, { folders: [root] }),
  ),
  deciding('files', 'shouldAutoApprove: files, in a workspace', '1,000 paths in 5 folders', ({ decide, workspace }) =>
    onFiles(decide, { workspace }),
  ),
  deciding('files-folders', 'shouldAutoApprove: files, in plain folders', '1,000 paths in 5 folders', (place) =>
    onFiles(place.decide, { folders: [place.root] }),
  ),
  deciding(
    'files-turn',
    'shouldAutoApprove: files, in a workspace, one per turn of the event loop',
    'the disk is asked every time',
    ({ decide, workspace }) => {
      const { run, ...others } = onFiles(decide, { workspace });
      return { ...others, run: () => nextTurnAfter(run()) };
    },
  ),
  deciding('command', 'shouldAutoApprove: a short command', 'npm test', ({ decide, workspace }) => ({
    run: () => decide('bash', { command: 'npm test' }, { workspace }),
    refused: () => decide('bash', { command: 'npm test; rm x' }, { workspace }),
    accepts: isApproved,
  })),
  deciding('commands', 'shouldAutoApprove: short commands', 'ten of them by turns', ({ decide, workspace }) =>
    onCommands(decide, { workspace }),
  ),
  deciding(
    'commands-turn',
    'shouldAutoApprove: short commands, one per turn of the event loop',
    'the disk is asked every time',
    ({ decide, workspace }) => {
      const { run, ...others } = onCommands(decide, { workspace });
      return { ...others, run: () => nextTurnAfter(run()) };
    },
  ),
  {
    id: 'decide/remembered',
    title: 'execute: an edit that a person allowed earlier',
    kind: 'ours',
    note: 'by one of 1,000 rules that are remembered; the whole call',
    async prepare() {
      const place = await makePlace();
      const { ToolCoordinator, Type, defineTool, ok } = await import('@ku0/agent-runtime-tools-core');
      const { MemoryApprovalStore, approval } = await import('@ku0/agent-runtime-tools-approval');
      const store = new MemoryApprovalStore();
      for (const each of rememberedIn(place.root)) await store.add(each);
      const tool = defineTool({
        name: 'edit_file',
        parameters: Type.Object({ path: Type.String() }),
        capabilities: { writesFiles: true },
        requiresApproval: true,
        execute: async () => ok('done'),
      });
      const tools = new ToolCoordinator({ services: { workspace: place.workspace }, cwd: place.root })
        .use(approval({ policies: hundredPolicies, store }))
        .register(tool);
      return preparedCase({
        run: () => tools.execute('edit_file', { path: pathOf(501) }),
        refused: () => tools.execute('edit_file', { path: 'src/part-0/new.ts' }),
        accepts: (result: { readonly ok: boolean }) => result.ok,
        close: () => place.remove(),
      });
    },
  },
];

function deciding(
  variant: string,
  title: string,
  note: string,
  parts: (place: Place) => CaseParts<ApprovalDecision>,
): BenchCase {
  return {
    id: `decide/${variant}`,
    title,
    kind: 'ours',
    note,
    async prepare() {
      const place = await makePlace();
      return preparedCase({ ...parts(place), close: () => place.remove() });
    },
  };
}

type Decide = (tool: string, params: unknown, boundary: Boundary) => Promise<ApprovalDecision>;

interface Boundary {
  readonly workspace?: Workspace;
  readonly folders?: readonly string[];
}

function onFile(decide: Decide, boundary: Boundary): CaseParts<ApprovalDecision> {
  const params = { path: pathOf(0) };
  return {
    run: () => decide('edit_file', params, boundary),
    refused: () => decide('edit_file', { path: '../outside.ts' }, boundary),
    accepts: isApproved,
  };
}

function onFiles(decide: Decide, boundary: Boundary): CaseParts<ApprovalDecision> {
  const calls = Array.from({ length: FILES }, (_, index) => ({ path: pathOf(index) }));
  let next = 0;
  return { ...onFile(decide, boundary), run: () => decide('edit_file', calls[next++ % FILES], boundary) };
}

function onCommands(decide: Decide, boundary: Boundary): CaseParts<ApprovalDecision> {
  const calls = SHORT_COMMANDS.map((command) => ({ command }));
  let next = 0;
  return {
    run: () => decide('bash', calls[next++ % calls.length], boundary),
    refused: () => decide('bash', { command: 'npm test; rm x' }, boundary),
    accepts: isApproved,
  };
}

function isApproved({ approved }: ApprovalDecision): boolean {
  return approved;
}

interface Place {
  readonly root: string;
  readonly workspace: Workspace;
  readonly decide: Decide;
  remove(): Promise<void>;
}

/** A project of a thousand files, and approvers for it. */
async function makePlace(): Promise<Place> {
  const { AutoApprover } = await import('@ku0/agent-runtime-tools-approval');
  const { createWorkspace } = await import('@ku0/agent-runtime-tools-workspace');
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'bench-decide-')));
  const root = join(base, 'project');
  for (let index = 0; index < FILES; index++) {
    mkdirSync(dirname(join(root, pathOf(index))), { recursive: true });
    writeFileSync(join(root, pathOf(index)), '');
  }
  const workspace = createWorkspace({ roots: [root], state: join(base, 'state') });
  const rules = {
    policies: hundredPolicies,
    permissions: { allow: ['Bash(npm test)', 'Edit(src/**)', ...SHORT_RULES] },
  };
  const [inWorkspace, inFolders] = [new AutoApprover({ ...rules, workspace }), new AutoApprover(rules)];
  return {
    root,
    workspace,
    decide: (tool, params, { folders }) =>
      folders === undefined
        ? inWorkspace.shouldAutoApprove(tool, params, { cwd: root })
        : inFolders.shouldAutoApprove(tool, params, { cwd: root, workspacePaths: folders }),
    async remove() {
      await workspace.shutdown();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function pathOf(index: number): string {
  return `src/part-${index % 5}/file-${index}.ts`;
}

/** A hundred policies, most of them about files and commands of other kinds. */
const hundredPolicies: readonly ApprovalPolicy[] = Array.from({ length: 100 }, (_, index) => ({
  name: `policy ${index}`,
  tools: [['write_*', 'read_file', 'bash', 'edit_*', 'web_fetch', '*', 'Edit', 'Bash'][index % 8] ?? '*'],
  action: index % 2 === 0 ? 'deny' : 'approve',
  priority: index % 7,
  conditions: [
    index % 3 === 0
      ? { type: 'command', operator: 'matches', value: `^program${index}\\b` }
      : { type: 'path', operator: index % 3 === 1 ? 'matches' : 'contains', value: `private-${index}/` },
  ],
}));

function rememberedIn(cwd: string): RememberedApproval[] {
  return Array.from({ length: 1000 }, (_, index) => {
    const rule = `Edit(/${pathOf(index)})`;
    return {
      id: String(index),
      principalId: '',
      tool: 'edit_file',
      covers: rule,
      rule,
      cwd,
      environment: '',
      scripts: '',
      createdAt: 0,
    };
  });
}

const FILES = 1000;
const SHORT_COMMANDS = [
  'npm test',
  'npm run build',
  'ls -la src',
  'echo done',
  'wc -l src/part-0/file-0.ts',
  'pwd && date',
  'npx tsc --noEmit',
  'node --version',
  'head -n 20 src/part-1/file-1.ts',
  'ls src | sort',
];
const SHORT_RULES = [
  'npm run *',
  'ls *',
  'echo *',
  'wc *',
  'pwd',
  'date',
  'npx tsc *',
  'node --version',
  'head *',
  'sort',
].map((rule) => `Bash(${rule})`);
