import { createTools } from '@ku0/agent-runtime-tools';
import type { AskPerson, PolicySet } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, printable, type ToolResult } from '@ku0/agent-runtime-tools-core';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import { APPROVAL_MODES, callOptions } from '../call/call-options.ts';
import { Interruption } from '../call/interruption.ts';
import { invalidJsonError } from '../call/invalid-json-error.ts';
import { LiveCall } from '../call/live-call.ts';
import { readArguments } from '../call/read-arguments.ts';
import { showDryRun, showResult } from '../call/show-result.ts';
import type { CommandInput } from '../command-line/command.ts';
import { exampleCall } from '../command-line/suggested-command.ts';
import { unknownTool } from '../command-line/usage-error.ts';
import { DENIED, USAGE, exitCodeOf, type ExitCode } from '../exit-code.ts';
import type { Output } from '../terminal/output.ts';
import { jsonText } from '../terminal/json-text.ts';
import { toolboxPacks, toolboxTools } from '../toolbox-packs.ts';

/** `toolbox call`: makes one call and shows its result. */
export async function call({ operands, options, terminal, program, packs: given }: CommandInput): Promise<ExitCode> {
  const [toolName = '', operand] = operands;
  const { workspace, approve, allowReads, timeoutMs, policyFile, hooksFile, dryRun, json } = callOptions(options);
  const { out, err } = terminal;
  const live = new LiveCall(toolName, terminal, json ? err : out);
  const ask: AskPerson = async (request, { signal }) => {
    const { askPerson } = await import('../approval/ask-person.ts');
    const tool = tools.get(request.tool);
    return live.withoutProgress(() => askPerson(request, { tool, terminal, signal }));
  };
  const canAsk = terminal.canAsk && operand !== '-';
  const hooks = hooksFile === undefined ? undefined : await loadHooks(hooksFile, workspace, { err, program });
  const policies = policyFile === undefined ? undefined : await loadPolicies(policyFile);
  for (const notice of policies?.notices ?? []) err.line(`! ${printable(notice)}`);
  const { tools, processes, close } = await createTools({
    root: workspace,
    ...toolboxTools(given),
    ...(policies !== undefined && { policies: policies.policies, permissions: policies.permissions }),
    ...(hooks !== undefined && { hooks }),
    ...(canAsk && { ask }),
    approval: { mode: APPROVAL_MODES[approve], approveReads: allowReads },
  });
  const tool = tools.get(toolName);
  if (tool === undefined && !json) throw unknownTool(toolName, given ?? (await toolboxPacks()), program);

  const text = await readArguments(operand, terminal);
  const parsed = parseArguments(text);
  if (tool !== undefined && !parsed.ok && !json) throw invalidJsonError(text, parsed.error, exampleCall(tool, program));
  // With --json, the coordinator refuses a text that is not JSON, so that there is a result to print.
  const params = parsed.ok ? parsed.value : text;

  const interruption = new Interruption();
  const stopWatching = out.onClose(() => interruption.interrupt('the reader of the output has closed the pipe'));
  const limits = { signal: interruption.signal, ...(timeoutMs !== undefined && { timeoutMs }) };
  const end = (result: ToolResult, show: () => void): ExitCode => {
    live.end();
    if (json) out.line(jsonText(result, { indent: out.isTerminal ? 2 : 0 }));
    else {
      show();
      if (!canAsk && approve === 'ask' && exitCodeOf(result) === DENIED) err.line(CANNOT_ASK);
    }
    if (processes.list().some(({ status }) => status === 'running')) err.line(BACKGROUND_ENDS);
    return parsed.ok ? exitCodeOf(result) : USAGE;
  };
  try {
    live.start(tools.activity);
    if (dryRun) {
      const result = await tools.dryRun(toolName, params, limits);
      return end(result, () => showDryRun(result, terminal));
    }
    const result = await tools.execute(toolName, params, { ...limits, turnId: TURN_ID });
    const shown = live.hasShownOutput ? { isShown: (line: string) => live.hasShown(line) } : {};
    return end(result, () => showResult(result, { tools, terminal, ...shown }));
  } finally {
    await close();
    stopWatching();
    interruption.end();
  }
}

async function loadHooks(
  file: string,
  workspace: string,
  { err, program }: { readonly err: Output; readonly program: string },
): Promise<Hooks> {
  const { readHooks, showHookProblems, showStop } = await import('../hooks/read-hooks.ts');
  const hooks = await readHooks(file, workspace, { onStop: ({ reason }) => showStop(reason, err) });
  showHookProblems(hooks, { err, program, path: file, workspace });
  return hooks;
}

async function loadPolicies(file: string): Promise<PolicySet> {
  const { readPolicies } = await import('../policy/read-policies.ts');
  return readPolicies(file);
}

/** With a turn, a hook that stops the work also stops calls that the tool makes. */
const TURN_ID = 'turn-1';

const CANNOT_ASK =
  '    Nobody can be asked without a terminal. Run it in a terminal, or pass --policy FILE with a rule that allows it, or --approve all.';

const BACKGROUND_ENDS = '    The background command ends now, because the toolbox ends after one call.';
