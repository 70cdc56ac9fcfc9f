import { createProcesses, type Processes } from '@ku0/agent-runtime-tools-processes';
import type { Network } from '@ku0/agent-runtime-tools-net';
import { stateHome } from '@ku0/agent-runtime-tools-workspace';
import type { McpServerConfig, McpServersConfig } from './config/server-config.ts';
import { parseServers } from './config/parse-servers.ts';
import type { ConnectServersOptions, McpServerEvent } from './connect-options.ts';
import { networkFor } from './connection/http-transport.ts';
import { redactorFor } from './connection/redactor.ts';
import { McpServerClient } from './mcp-server-client.ts';
import { McpServers } from './mcp-servers.ts';

/** Does the work of `connectServers`. */
export async function startServers(config: McpServersConfig, options: ConnectServersOptions = {}): Promise<McpServers> {
  const parsed = parseServers(config, options);
  let ownProcesses: Processes | undefined;
  const processes = (): Processes => {
    if (options.processes !== undefined) return options.processes;
    ownProcesses ??= createProcesses({ maxServers: parsed.length + SPARE_PROCESSES });
    return ownProcesses;
  };
  const networks: Network[] = [];
  const network = (server: McpServerConfig, isProject: boolean): Network => {
    if (options.network !== undefined || !('url' in server)) return options.network ?? failNetwork();
    const made = networkFor(server, { isProject });
    networks.push(made);
    return made;
  };
  const listeners = new Set<(server: string) => void>();
  const onEvent = (event: McpServerEvent): void => {
    try {
      options.onEvent?.(event);
    } catch {
      // A listener of the host must not break a connection.
    }
  };
  const clients = new Map<string, McpServerClient>();
  const faulty: { name: string; problem: string }[] = [];
  const disabled: string[] = [];
  for (const server of parsed) {
    if ('problem' in server) faulty.push(server);
    else if (server.config.disabled === true) disabled.push(server.name);
    else {
      const { name, config: own } = server;
      const ownOptions = optionsFor(name, options);
      let ownNetwork: Network | undefined;
      const client = new McpServerClient({
        name,
        config: own,
        options: ownOptions,
        limits: limitsOf(own, options),
        stateFolder: options.stateFolder ?? stateHome(),
        processes,
        network: () => (ownNetwork ??= network(own, ownOptions.project !== undefined)),
        redact: redactorFor(own),
        onEvent,
        onPackChanged: () => {
          for (const listener of listeners) listener(name);
        },
      });
      clients.set(name, client);
    }
  }
  const servers = new McpServers({
    clients,
    faulty,
    disabled,
    listeners,
    async release() {
      await ownProcesses?.shutdown();
      await Promise.all(networks.map((each) => each.close()));
    },
  });
  for (const { name, problem } of faulty) onEvent({ type: 'state', server: name, state: 'failed', problem });
  await servers.waitUntilSettled(options.waitMs ?? WAIT_MS);
  return servers;
}

/** Without `project` for a server that is not the project's. */
function optionsFor(name: string, options: ConnectServersOptions): ConnectServersOptions {
  const { project, ...others } = options;
  return project?.servers === undefined || project.servers.includes(name) ? options : others;
}

const WAIT_MS = 5000;
/** Programs that are being ended while their successors start. */
const SPARE_PROCESSES = 64;

function limitsOf(own: McpServerConfig, options: ConnectServersOptions) {
  return {
    startTimeoutMs: own.startTimeoutMs ?? options.startTimeoutMs ?? 30_000,
    callTimeoutMs: own.callTimeoutMs ?? options.callTimeoutMs ?? 120_000,
    idleTimeoutMs: own.idleTimeoutMs ?? options.idleTimeoutMs ?? 0,
    maxRestarts: options.maxRestarts ?? 5,
    restartDelayMs: options.restartDelayMs ?? 500,
    maxMessageBytes: options.maxMessageBytes ?? 128 * 1024 * 1024,
  };
}

function failNetwork(): never {
  throw new TypeError('The server has no url.');
}
