import { explainDecision, testPolicies } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, printable } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { explanationLines, paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceForTools } from '../call/workspace-for-tools.ts';
import { invalidJsonError } from '../call/invalid-json-error.ts';
import { readArguments } from '../call/read-arguments.ts';
import type { CommandInput } from '../command-line/command.ts';
import { exampleCall } from '../command-line/suggested-command.ts';
import { unknownSubcommand, unknownTool, UsageError } from '../command-line/usage-error.ts';
import { loadConfig, type RuleFile } from '../config/load-config.ts';
import { mergedPolicies } from '../config/merged-policies.ts';
import { showConfigNotices } from '../config/show-notices.ts';
import { packsOf } from '../toolbox-packs.ts';
import { DENIED, FAILED, OK, type ExitCode } from '../exit-code.ts';
import { readPolicies } from '../policy/read-policies.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox policy`: explains the decision about a call, or runs the examples of rules. */
export function policy(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  if (subcommand === 'explain') return explain(input);
  if (subcommand === 'test') return test(input);
  throw unknownSubcommand('policy', subcommand, ['explain', 'test']);
}

async function explain({ operands, options, terminal, program, packs: given }: CommandInput): Promise<ExitCode> {
  const [, tool, operand] = operands;
  if (tool === undefined)
    throw new UsageError('policy explain needs a tool.', {
      next: [`For example: ${program} policy explain bash '{"command": "git log"}'`],
    });
  const folder = workspaceForTools(options['workspace']);
  const config = await loadConfig(folder, {});
  const packs = given ?? (await packsOf(config));
  const tools = packs.flatMap((pack) => pack.tools);
  const aliases = new Map(packs.flatMap((pack) => Object.entries(pack.aliases ?? {})));
  const handler = tools.find(({ name }) => name === (aliases.get(tool) ?? tool));
  // Rules can name tools of MCP servers, which are not started here.
  if (handler === undefined && !/^mcp__.+__.+$/.test(tool)) throw unknownTool(tool, packs, program);
  const text = await readArguments(operand, terminal);
  const params = parseArguments(text);
  if (!params.ok) {
    const example = handler === undefined ? `${program} policy explain ${tool} '{}'` : exampleCall(handler, program);
    throw invalidJsonError(text, params.error, example);
  }
  const file = options['policy'];
  const fromFile = typeof file === 'string' ? await readPolicies(file) : undefined;
  showConfigNotices(config, { err: terminal.err, program, workspace: folder });
  for (const notice of fromFile?.notices ?? []) terminal.err.line(`! ${printable(notice)}`);
  const set = mergedPolicies(fromFile, config.policies);
  const workspace = createWorkspace({ roots: [folder] });
  try {
    const explained = await explainDecision(tool, params.value, {
      ...set,
      ...(config.project !== undefined && { project: config.project }),
      workspace,
      tools,
      approveReads: options['allow-reads'] === true,
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

async function test({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const [, file] = operands;
  const sets: readonly RuleFile[] =
    file === undefined
      ? (await loadConfig(workspaceForTools(options['workspace']), {}, { selfTest: false })).ruleFiles
      : [{ file, set: await readPolicies(file, { selfTest: false }) }];
  if (sets.length === 0)
    throw new UsageError('There are no rules in the configuration.', {
      next: [`To test those of a file: ${program} policy test FILE`],
    });
  const reports = sets.map(({ file: source, set }) => ({ source, ...testPolicies(set) }));
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  const failures = reports.flatMap(({ source, failures: failed }) => failed.map((each) => ({ ...each, file: source })));
  if (options['json'] === true) out.line(jsonText({ passed, failures }, { indent: out.isTerminal ? 2 : 0 }));
  else {
    const paint = paintFor(out);
    for (const { message, file: source } of failures)
      out.line(`${paint.red('✗')} ${printable(file === undefined ? `${source}: ${message}` : message)}`);
    const summary = `${passed} passed, ${failures.length} failed`;
    out.line(failures.length === 0 ? paint.green(summary) : paint.red(summary));
  }
  return failures.length === 0 ? OK : FAILED;
}
