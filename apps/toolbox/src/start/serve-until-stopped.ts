import { fileURLToPath } from 'node:url';
import type { CreatedTools, FamilyChoice } from '@ku0/agent-runtime-tools';
import { serveMcp, type McpService } from '@ku0/agent-runtime-tools-mcp';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { createTrustStore } from '@ku0/agent-runtime-tools-workspace';
import { namedStore } from '../approvals/open-approval-store.ts';
import type { CallOptions } from '../call/call-options.ts';
import { Interruption } from '../call/interruption.ts';
import { loadRules, type CallRules } from '../call/load-rules.ts';
import type { CommandInput, CommandOptions } from '../command-line/command.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { announce } from '../live/live-processes.ts';
import { serveStudio, type StudioService } from '../studio/serve-studio.ts';
import { jsonText } from '../terminal/json-text.ts';
import { openTools } from '../tools/open-tools.ts';
import { toolboxVersion } from '../version.ts';
import { projectServers, withServers, type FoundServers } from './project-servers.ts';

export interface StartPorts {
  readonly studio: number | undefined;
  readonly mcp: number | undefined;
}

/** Serves the Studio and the MCP endpoint until a signal arrives; or says which port cannot be had. */
export async function serveUntilStopped(
  { terminal, program, packs }: CommandInput,
  options: CallOptions,
  ports: StartPorts,
): Promise<ExitCode | { readonly problem: string }> {
  const rules = await loadRules(options, { err: terminal.err, program });
  const trust = createTrustStore();
  const found = await projectServers(options.workspace, trust);
  const created = await openTools(withStore(withServers(rules, found), options.given), {
    workspace: options.workspace,
    packs,
    err: terminal.err,
    isOutputTaken: options.json,
    isServer: true,
    // Requests wait in the gate until somebody answers them on the page.
    ask: () => undefined,
  });
  const interruption = new Interruption();
  const services: { close(): Promise<void> }[] = [];
  try {
    const mcp = await startMcp(created, options.workspace, ports.mcp);
    services.push(mcp);
    const studio = await startStudio(created, { rules, found, trust, mcp, port: ports.studio });
    services.push(studio);
    services.push({ close: await announce({ workspace: options.workspace, url: studio.url, token: studio.token }) });
    const served = { studio, mcp, workspace: options.workspace, count: created.tools.getNames().length };
    if (options.json) terminal.out.line(jsonText(addresses(served)));
    else showAddresses(terminal.out, served);
    await terminal.out.flush();
    await interruption.aborted();
    return OK;
  } catch (error) {
    const problem = portProblem(error);
    if (problem === undefined) throw error;
    return { problem };
  } finally {
    for (const service of services.toReversed()) await service.close();
    await created.close();
    interruption.end();
  }
}

/** The rules with the store of approvals that `--store` or the environment names. */
function withStore(rules: CallRules, given: CommandOptions): CallRules {
  const named = namedStore(given);
  return named === undefined ? rules : { ...rules, approval: { ...rules.approval, store: named.store } };
}

async function startMcp({ tools }: CreatedTools<FamilyChoice>, workspace: string, port = 0): Promise<McpService> {
  return serveMcp(tools, {
    name: 'toolbox',
    version: toolboxVersion(),
    instructions: `The tools work in the folder ${workspace}. Relative paths start there.`,
    transport: { type: 'http', port },
  });
}

interface StudioComposition {
  readonly rules: CallRules;
  readonly found: FoundServers;
  readonly trust: ReturnType<typeof createTrustStore>;
  readonly mcp: McpService;
  readonly port: number | undefined;
}

async function startStudio(
  { tools, workspace, approval, mcp: servers }: CreatedTools<FamilyChoice>,
  { rules, found, trust, mcp, port = 0 }: StudioComposition,
): Promise<StudioService> {
  const page = fileURLToPath(new URL('.', import.meta.resolve('@ku0/studio/page/index.html')));
  return serveStudio(
    {
      tools,
      workspace,
      approval,
      policies: rules.policies,
      permissions: rules.permissions,
      hooks: rules.hooks,
      mcp: servers,
      untrustedServers: found.untrusted,
      trust,
      version: toolboxVersion(),
      mcpUrl: mcp.url,
    },
    { page, port },
  );
}

interface Served {
  readonly studio: StudioService;
  readonly mcp: McpService;
  readonly workspace: string;
  /** How many tools there are. */
  readonly count: number;
}

/** For programs, on one line. */
function addresses({ studio: { url, address, token }, mcp, workspace, count }: Served): object {
  return {
    served: true,
    studio: { url, address, token },
    mcp: { url: mcp.url, token: mcp.token },
    workspace,
    tools: count,
    pid: process.pid,
  };
}

function showAddresses(out: CommandInput['terminal']['out'], { studio, mcp, workspace, count }: Served): void {
  const paint = paintFor(out);
  out.line();
  out.line(`${paint.bold('Studio')}  ${paint.cyan(studio.address)}`);
  out.line(`${paint.bold('MCP')}     ${paint.cyan(mcp.url ?? '')}`);
  out.line(`        Authorization: Bearer ${mcp.token ?? ''}`);
  out.line();
  out.line(paint.dim(`${count} tools work in ${workspace}. The tokens are valid until Ctrl-C stops the Studio.`));
}

/** Why a port cannot be had, if that is what the error is about. */
function portProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const port = 'port' in error ? ` ${String(error.port)}` : '';
  const reason = PORT_PROBLEMS[String(error.code)];
  return reason === undefined ? undefined : `the port${port} ${reason}`;
}

const PORT_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used without more rights',
  EADDRNOTAVAIL: 'cannot be had on 127.0.0.1',
  EPERM: 'may not be used here',
};
