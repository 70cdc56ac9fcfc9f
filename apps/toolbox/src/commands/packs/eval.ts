import { DatasetError, evaluate, formatReport } from '@ku0/agent-runtime-tools-testkit/check';
import { callOptions } from '../../call/call-options.ts';
import { Interruption } from '../../call/interruption.ts';
import { loadRules } from '../../call/load-rules.ts';
import type { CommandInput } from '../../command-line/command.ts';
import { numberOf } from '../../command-line/number-option.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';
import { openTools } from '../../tools/open-tools.ts';

/** `toolbox eval`: makes the calls of a dataset and compares the results with what the dataset expects. */
export async function evaluateDataset(input: CommandInput): Promise<ExitCode> {
  const { operands, options, terminal, program, packs } = input;
  const [dataset = ''] = operands;
  const rules = callOptions(options);
  const concurrency = numberOf(options, 'concurrency');
  const loaded = await loadRules(rules, { err: terminal.err, program });
  // Without `ask`, calls that no rule allows are denied.
  const { tools, close } = await openTools(loaded, {
    workspace: rules.workspace,
    packs,
    err: terminal.err,
    isOutputTaken: rules.json,
  });
  const interruption = new Interruption();
  try {
    const report = await evaluate(dataset, tools, {
      signal: interruption.signal,
      ...(concurrency !== undefined && { concurrency }),
    });
    const { out } = terminal;
    out.line(rules.json ? jsonText(report, { indent: out.isTerminal ? 2 : 0 }) : formatReport(report));
    return report.failed === 0 && !report.cancelled && report.total > 0 ? OK : FAILED;
  } catch (error) {
    if (error instanceof DatasetError)
      throw new UsageError(error.message, {
        next: ['The README of the testkit describes datasets: lines of JSON (.jsonl) or YAML.'],
      });
    throw error;
  } finally {
    await close();
    interruption.end();
  }
}
