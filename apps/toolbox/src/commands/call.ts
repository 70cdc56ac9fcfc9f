import type { PolicySet } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, printable, type ToolResult } from '@ku0/agent-runtime-tools-core';
import type { AskAbout } from '../approval/ask-person.ts';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import { callOptions } from '../call/call-options.ts';
import { Interruption } from '../call/interruption.ts';
import { jsonFault } from '../call/json-fault.ts';
import { LiveCall } from '../call/live-call.ts';
import { readArguments } from '../call/read-arguments.ts';
import { showDryRun, showResult } from '../call/show-result.ts';
import { shutDown } from '../call/shut-down.ts';
import type { CommandInput } from '../command-line/command.ts';
import { unknownTool } from '../command-line/unknown-tool.ts';
import { createToolbox, toolboxPacks } from '../composition.ts';
import { exampleCommand } from '../describe/example-command.ts';
import { DENIED, USAGE, exitCodeOf, type ExitCode } from '../exit-code.ts';
import type { Output } from '../terminal/output.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox call`: makes one call and shows what came of it. */
export async function call({
  operands,
  options,
  terminal,
  program,
  packs = toolboxPacks(),
}: CommandInput): Promise<ExitCode> {
  const [toolName = '', operand] = operands;
  const { workspace, approve, allowReads, timeoutMs, policyFile, hooksFile, dryRun, json } = callOptions(options);
  const { out, err } = terminal;
  const live = new LiveCall(toolName, terminal, json ? err : out);
  const ask: AskAbout = async (request, tool, { signal }) => {
    const { askPerson } = await import('../approval/ask-person.ts');
    return live.pausedFor(() => askPerson(request, { tool, terminal, signal }));
  };
  const canAsk = terminal.canAsk && operand !== '-';
  const hooks = hooksFile === undefined ? undefined : await hooksOf(hooksFile, workspace, { err, program });
  const policies = policyFile === undefined ? undefined : await policiesOf(policyFile);
  for (const notice of policies?.notices ?? []) err.line(`! ${printable(notice)}`);
  const box = createToolbox({ workspace, approve, allowReads, ask: canAsk ? ask : undefined, policies, hooks, packs });
  const toolbox = box.tools;
  const tool = toolbox.get(toolName);
  if (tool === undefined && !json) throw unknownTool(toolName, packs, program);

  const text = await readArguments(operand, terminal);
  const parsed = parseArguments(text);
  if (tool !== undefined && !parsed.ok && !json) throw jsonFault(text, parsed.error, exampleCommand(tool, program));
  // With --json the toolbox itself refuses a text that is no JSON, for that gives a result to print.
  const params = parsed.ok ? parsed.value : text;

  const interruption = new Interruption();
  const unwatch = out.onClose(() => interruption.interrupt('nobody reads its output any more'));
  const limits = { signal: interruption.signal, ...(timeoutMs !== undefined && { timeoutMs }) };
  const end = (result: ToolResult, show: () => void): ExitCode => {
    live.end();
    if (json) out.line(jsonText(result, { indent: out.isTerminal ? 2 : 0 }));
    else {
      show();
      if (!canAsk && approve === 'ask' && exitCodeOf(result) === DENIED) err.line(NOBODY_TO_ASK);
    }
    if (box.running() > 0) err.line(NOTHING_STAYS);
    return parsed.ok ? exitCodeOf(result) : USAGE;
  };
  try {
    live.start(toolbox.activity);
    if (dryRun) {
      const result = await toolbox.dryRun(toolName, params, limits);
      return end(result, () => showDryRun(result, terminal));
    }
    const result = await toolbox.execute(toolName, params, { ...limits, turnId: ONLY_TURN });
    const shown = live.hasShownOutput ? { shown: (line: string) => live.hasShown(line) } : {};
    return end(result, () => showResult(result, { toolbox, terminal, ...shown }));
  } finally {
    await shutDown(box);
    unwatch();
    interruption.end();
  }
}

async function hooksOf(
  file: string,
  workspace: string,
  shown: { readonly err: Output; readonly program: string },
): Promise<Hooks> {
  const { readHooks, showHookProblems, showStop } = await import('../hooks/read-hooks.ts');
  const hooks = await readHooks(file, workspace, { onStop: ({ reason }) => showStop(reason, shown.err) });
  showHookProblems(hooks, { ...shown, path: file, workspace });
  return hooks;
}

async function policiesOf(file: string): Promise<PolicySet> {
  const { readPolicies } = await import('../policy/read-policies.ts');
  return readPolicies(file);
}

/** A hook that stops the work stops the calls that the tool makes, too. */
const ONLY_TURN = 'turn-1';

const NOBODY_TO_ASK =
  '    There is nobody to ask: run it in a terminal, pass --policy FILE with a rule that allows it, or --approve all.';

const NOTHING_STAYS =
  '    What runs in the background is ended now: the toolbox makes one call and leaves nothing running.';
