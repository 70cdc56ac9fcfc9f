import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { callOptions } from '../call/call-options.ts';
import type { CommandInput } from '../command-line/command.ts';
import { portOf } from '../command-line/port-option.ts';
import { FAILED, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';

/**
 * `toolbox start`: serves the Studio and an MCP endpoint until a signal arrives. Without a terminal nobody would read the
 * address, so it only lists the tools then, unless a port is given or a program reads it (`--json`).
 */
export async function start(input: CommandInput): Promise<ExitCode> {
  const { options, terminal } = input;
  const ports = { studio: portOf(options, 'port'), mcp: portOf(options, 'mcp-port') };
  const rules = callOptions(options);
  if (ports.studio === undefined && !rules.json && !terminal.out.isTerminal)
    return listInstead(input, 'The Studio is not started: standard output is not a terminal, and no --port is given.');
  const { serveUntilStopped } = await import('../start/serve-until-stopped.ts');
  const outcome = await serveUntilStopped(input, rules, ports);
  if (typeof outcome === 'number') return outcome;
  if (!rules.json) return listInstead(input, `The Studio is not started: ${outcome.problem}.`);
  terminal.out.line(jsonText({ served: false, problem: outcome.problem }));
  return FAILED;
}

async function listInstead(input: CommandInput, why: string): Promise<ExitCode> {
  const { out } = input.terminal;
  out.line(paintFor(out).dim(why));
  const { showTools } = await import('../start/show-tools.ts');
  return showTools(input);
}
