import { explainDecision, testPolicies } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, printable } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { explanationLines, paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceForTools } from '../call/workspace-for-tools.ts';
import { readArguments } from '../call/read-arguments.ts';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand, unknownTool, UsageError } from '../command-line/usage-error.ts';
import { toolboxPacks } from '../toolbox-packs.ts';
import { DENIED, FAILED, OK, type ExitCode } from '../exit-code.ts';
import { readPolicies } from '../policy/read-policies.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox policy`: explains the decision about a call, or runs the examples in a policy file. */
export function policy(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  if (subcommand === 'explain') return explain(input);
  if (subcommand === 'test') return test(input);
  throw unknownSubcommand('policy', subcommand, ['explain', 'test']);
}

async function explain({ operands, options, terminal, program, packs: given }: CommandInput): Promise<ExitCode> {
  const packs = given ?? (await toolboxPacks());
  const [, tool, operand] = operands;
  if (tool === undefined) throw new UsageError('policy explain needs a tool: policy explain TOOL JSON.');
  const tools = packs.flatMap((pack) => pack.tools);
  const aliases = new Map(packs.flatMap((pack) => Object.entries(pack.aliases ?? {})));
  const isKnown = tools.some(({ name }) => name === tool) || aliases.has(tool);
  // Rules can name tools of MCP servers, which the toolbox does not have.
  if (!isKnown && !/^mcp__.+__.+$/.test(tool)) throw unknownTool(tool, packs, program);
  const params = parseArguments(await readArguments(operand, terminal));
  if (!params.ok) throw new UsageError(params.error.message);
  const file = options['policy'];
  const set = typeof file === 'string' ? await readPolicies(file) : undefined;
  for (const notice of set?.notices ?? []) terminal.err.line(`! ${printable(notice)}`);
  const folder = workspaceForTools(options['workspace']);
  const workspace = createWorkspace({ roots: [folder] });
  try {
    const approveReads = options['allow-reads'] === true;
    const explained = await explainDecision(tool, params.value, {
      ...set,
      workspace,
      tools,
      approveReads,
      cwd: folder,
    });
    const { out } = terminal;
    if (options['json'] === true) out.line(jsonText(explained, { indent: out.isTerminal ? 2 : 0 }));
    else for (const line of explanationLines(explained, paintFor(out))) out.line(line);
    return explained.approved ? OK : DENIED;
  } finally {
    await workspace.shutdown();
  }
}

async function test({ operands, options, terminal: { out } }: CommandInput): Promise<ExitCode> {
  const [, file] = operands;
  if (file === undefined) throw new UsageError('policy test needs a file: policy test FILE.');
  const { passed, failures } = testPolicies(await readPolicies(file, { selfTest: false }));
  const paint = paintFor(out);
  if (options['json'] === true) out.line(jsonText({ passed, failures }, { indent: out.isTerminal ? 2 : 0 }));
  else {
    for (const { message } of failures) out.line(`${paint.red('✗')} ${printable(message)}`);
    const summary = `${passed} passed, ${failures.length} failed`;
    out.line(failures.length === 0 ? paint.green(summary) : paint.red(summary));
  }
  return failures.length === 0 ? OK : FAILED;
}
