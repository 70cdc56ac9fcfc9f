import type { AskPerson } from '@ku0/agent-runtime-tools-approval';
import { parseArguments, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { askPerson, questionsAbout } from '@ku0/agent-runtime-tools-terminal';
import { callOptions } from '../call/call-options.ts';
import { Interruption } from '../call/interruption.ts';
import { invalidJsonError } from '../call/invalid-json-error.ts';
import { loadRules } from '../call/load-rules.ts';
import { LiveCall } from '../call/live-call.ts';
import { readArguments } from '../call/read-arguments.ts';
import { showDryRun, showResult } from '../call/show-result.ts';
import type { CommandInput } from '../command-line/command.ts';
import { exampleCall } from '../command-line/suggested-command.ts';
import { unknownTool } from '../command-line/usage-error.ts';
import { DENIED, USAGE, exitCodeOf, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { openTools } from '../tools/open-tools.ts';
import { toolboxPacks } from '../toolbox-packs.ts';

/** `toolbox call`: makes one call and shows its result. */
export async function call({ operands, options, terminal, program, packs: given }: CommandInput): Promise<ExitCode> {
  const [toolName = '', operand] = operands;
  const rules = callOptions(options);
  const { workspace, approve, timeoutMs, dryRun, json } = rules;
  const { out, err } = terminal;
  const live = new LiveCall(toolName, terminal, json ? err : out);
  const ask: AskPerson = async (request, { signal }) => {
    const questions = questionsAbout(request, { tools, approval });
    return live.withoutProgress(() => askPerson(request, { ...questions, terminal, signal }));
  };
  const canAsk = terminal.canAsk && operand !== '-';
  const loaded = await loadRules(rules, { err, program });
  const { tools, approval, processes, close } = await openTools(loaded, {
    workspace,
    packs: given,
    err,
    isOutputTaken: json,
    ...(canAsk && { ask }),
  });
  const tool = tools.get(toolName);
  if (tool === undefined && !json)
    throw unknownTool(toolName, given ?? (await toolboxPacks(workspace, options)), program);

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

/** With a turn, a hook that stops the work also stops calls that the tool makes. */
const TURN_ID = 'turn-1';

const CANNOT_ASK =
  '    Nobody can be asked without a terminal. Run it in a terminal, or pass --policy FILE with a rule that allows it, or --approve all.';

const BACKGROUND_ENDS = '    The background command ends now, because the toolbox ends after one call.';
