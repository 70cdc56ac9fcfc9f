import type { ApprovalDecision, ApprovalPolicy, RememberedApproval } from '@ku0/agent-runtime-tools-approval';
import { preparedCase, type BenchCase, type CaseParts } from '../bench-case.ts';
import { inOwnTurn } from './in-own-turn.ts';
import { FILE_COUNT, createProject, projectFile, type BenchmarkProject } from './project.ts';

/** Whole decisions of the approver with 100 policies: it reads the arguments, looks up paths on the disk, applies the rules. */
export const decisionCases: readonly BenchCase[] = [
  decision('files', 'shouldAutoApprove: files, in a workspace', '1,000 paths in 5 folders', ({ decide }) =>
    onFiles(decide, {}),
  ),
  decision(
    'files-folders',
    'shouldAutoApprove: files, in plain folders',
    '1,000 paths in 5 folders',
    ({ decide, root }) => onFiles(decide, { folders: [root] }),
  ),
  decision(
    'files-turn',
    'shouldAutoApprove: files, in a workspace, one per turn of the event loop',
    '1,000 paths in 5 folders',
    ({ decide }) => eachInOwnTurn(onFiles(decide, {})),
  ),
  decision('command', 'shouldAutoApprove: a short command', 'npm test', ({ decide }) =>
    onCommands(['npm test'], decide, {}),
  ),
  decision(
    'command-turn',
    'shouldAutoApprove: a short command, one per turn of the event loop',
    'npm test',
    ({ decide }) => eachInOwnTurn(onCommands(['npm test'], decide, {})),
  ),
  decision('commands', 'shouldAutoApprove: short commands', 'ten different ones', ({ decide }) =>
    onCommands(SHORT_COMMANDS, decide, {}),
  ),
  decision(
    'commands-turn',
    'shouldAutoApprove: short commands, one per turn of the event loop',
    'ten different ones',
    ({ decide }) => eachInOwnTurn(onCommands(SHORT_COMMANDS, decide, {})),
  ),
  {
    id: 'decide/remembered',
    title: 'execute: an edit that a person allowed earlier',
    group: 'decision',
    note: 'allowed by one of 1,000 remembered rules; the whole call',
    async prepare() {
      const project = await createProject();
      const { ToolCoordinator, Type, defineTool, ok } = await import('@ku0/agent-runtime-tools-core');
      const { MemoryApprovalStore, approval } = await import('@ku0/agent-runtime-tools-approval');
      const store = new MemoryApprovalStore();
      for (const each of rememberedIn(project.root)) await store.add(each);
      const tool = defineTool({
        name: 'edit_file',
        parameters: Type.Object({ path: Type.String() }),
        capabilities: { writesFiles: true },
        requiresApproval: true,
        execute: async () => ok('done'),
      });
      const tools = new ToolCoordinator({ services: { workspace: project.workspace }, cwd: project.root })
        .use(approval({ policies: hundredPolicies, store }))
        .register(tool);
      return preparedCase({
        run: () => tools.execute('edit_file', { path: projectFile(501) }),
        refused: () => tools.execute('edit_file', { path: 'src/part-0/new.ts' }),
        accepts: (result: { readonly ok: boolean }) => result.ok,
        close: () => project.remove(),
      });
    },
  },
];

function decision(
  variant: string,
  title: string,
  note: string,
  parts: (setting: DecisionSetting) => CaseParts<ApprovalDecision>,
): BenchCase {
  return {
    id: `decide/${variant}`,
    title,
    group: 'decision',
    note,
    async prepare() {
      const project = await createProject();
      const decide = await createDecide(project);
      return preparedCase({ ...parts({ ...project, decide }), close: () => project.remove() });
    },
  };
}

interface DecisionSetting extends BenchmarkProject {
  readonly decide: Decide;
}

async function createDecide({ root, workspace }: BenchmarkProject): Promise<Decide> {
  const { AutoApprover } = await import('@ku0/agent-runtime-tools-approval');
  const rules = {
    policies: hundredPolicies,
    permissions: { allow: ['Bash(npm test)', 'Edit(src/**)', ...SHORT_RULES] },
  };
  const [inWorkspace, inFolders] = [new AutoApprover({ ...rules, workspace }), new AutoApprover(rules)];
  return (tool, params, { folders }) =>
    folders === undefined
      ? inWorkspace.shouldAutoApprove(tool, params, { cwd: root })
      : inFolders.shouldAutoApprove(tool, params, { cwd: root, workspacePaths: folders });
}

type Decide = (tool: string, params: unknown, boundary: Boundary) => Promise<ApprovalDecision>;

/** Without folders, the approver uses its workspace. */
interface Boundary {
  readonly folders?: readonly string[];
}

function onFiles(decide: Decide, boundary: Boundary): CaseParts<ApprovalDecision> {
  const calls = Array.from({ length: FILE_COUNT }, (_, index) => ({ path: projectFile(index) }));
  let next = 0;
  return {
    run: () => decide('edit_file', calls[next++ % FILE_COUNT], boundary),
    refused: () => decide('edit_file', { path: '../outside.ts' }, boundary),
    accepts: isApproved,
  };
}

function onCommands(commands: readonly string[], decide: Decide, boundary: Boundary): CaseParts<ApprovalDecision> {
  const calls = commands.map((command) => ({ command }));
  let next = 0;
  return {
    run: () => decide('bash', calls[next++ % calls.length], boundary),
    refused: () => decide('bash', { command: 'npm test; rm x' }, boundary),
    accepts: isApproved,
  };
}

function eachInOwnTurn<T>({ run, ...parts }: CaseParts<T>): CaseParts<T> {
  return { ...parts, run: () => inOwnTurn(run()) };
}

function isApproved({ approved }: ApprovalDecision): boolean {
  return approved;
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
    const rule = `Edit(/${projectFile(index)})`;
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
