import { callOptions } from '../call/call-options.ts';
import { Interruption } from '../call/interruption.ts';
import { loadRules } from '../call/load-rules.ts';
import type { CommandInput } from '../command-line/command.ts';
import { portOf } from '../command-line/port-option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { openTools } from '../tools/open-tools.ts';
import { toolboxVersion } from '../version.ts';

/** `toolbox mcp`: serves the tools to MCP clients, until the client disconnects or a signal arrives. */
export async function mcp({ options, terminal: { out, err }, program, packs }: CommandInput): Promise<ExitCode> {
  const rules = callOptions(options);
  const port = portOf(options, 'http');
  if (rules.json && port === undefined)
    throw new UsageError('mcp --json needs --http PORT: without it, standard output belongs to the protocol.', {
      next: [`With any free port: ${program} mcp --http 0 --json`],
    });
  const loaded = await loadRules(rules, { err, program });
  // Without `ask`, the person at the client is asked.
  const { tools, close } = await openTools(loaded, {
    workspace: rules.workspace,
    packs,
    err,
    isOutputTaken: true,
    isServer: true,
  });
  const interruption = new Interruption();
  try {
    const { serveMcp } = await import('@ku0/agent-runtime-tools-mcp');
    const token = process.env['TOOLBOX_MCP_TOKEN'];
    const service = await serveMcp(tools, {
      name: 'toolbox',
      version: toolboxVersion(),
      instructions: `The tools work in the folder ${rules.workspace}. Relative paths start there.`,
      transport: port === undefined ? 'stdio' : { type: 'http', port, ...(token && { token }) },
    });
    if (rules.json) {
      const served = { url: service.url, workspace: rules.workspace, tools: tools.getNames().length, pid: process.pid };
      out.line(jsonText({ ...served, ...(!token && { token: service.token }) }));
      await out.flush();
    } else if (service.url !== undefined) {
      err.line(`Serving ${tools.getNames().length} tools at ${service.url}`);
      err.line(token ? 'The token is in TOOLBOX_MCP_TOKEN.' : `Authorization: Bearer ${service.token ?? ''}`);
      await err.flush();
    }
    await Promise.race([service.closed, interruption.aborted()]);
    await service.close();
    return OK;
  } finally {
    await close();
    interruption.end();
  }
}
