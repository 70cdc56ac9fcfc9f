import { readFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CONTENT, TOOL_NAME, VALID } from '../benchmark-tool.ts';

export type ServerKind = 'ours' | 'sdk';
export type LoadTransport = 'stdio' | 'http-2025' | 'http-2026';

const SERVER = new URL('server.ts', import.meta.url).pathname;
/** Calls that each client has in flight. */
const CALLS_PER_CLIENT = 8;
const HTTP_CLIENTS = 8;
/** Of the times in /proc. */
const MS_PER_TICK = 10;

export interface LoadRates {
  readonly perSecond: number;
  /** Calls per second of CPU time of the server: other processes have little effect on it. */
  readonly perCpuSecond: number;
}

/** Clients of one server in a process of its own. */
export class LoadClients {
  readonly #clients: readonly Client[];
  readonly #pid: number;

  private constructor(clients: readonly Client[], pid = 0) {
    this.#clients = clients;
    this.#pid = pid;
  }

  static async connect(kind: ServerKind, transport: LoadTransport): Promise<LoadClients> {
    if (transport === 'stdio') {
      const stdio = new StdioClientTransport({ command: process.execPath, args: [SERVER, kind, transport] });
      return new LoadClients([await connected(stdio, transport)], stdio.pid ?? 0);
    }
    const server = spawn(process.execPath, [SERVER, kind, transport], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await firstLine(server);
    const requestInit = { headers: { authorization: 'Bearer load-test' } };
    const clients = await Promise.all(
      Array.from({ length: HTTP_CLIENTS }, () =>
        connected(new StreamableHTTPClientTransport(new URL(url), { requestInit }), transport),
      ),
    );
    return new LoadClients(clients, server.pid);
  }

  /** Makes calls for this long. Rejects if an answer is wrong. */
  async makeCalls(ms: number): Promise<LoadRates> {
    const [started, startedCpu] = [performance.now(), this.#cpuMs()];
    let calls = 0;
    await Promise.all(
      this.#clients.flatMap((client) =>
        Array.from({ length: CALLS_PER_CLIENT }, async () => {
          while (performance.now() - started < ms) {
            const { content } = await client.callTool({ name: TOOL_NAME, arguments: { ...VALID } });
            const [first] = content;
            if (first?.type !== 'text' || first.text !== CONTENT) throw new Error('a wrong answer');
            calls++;
          }
        }),
      ),
    );
    return {
      perSecond: (calls * 1000) / (performance.now() - started),
      perCpuSecond: (calls * 1000) / (this.#cpuMs() - startedCpu),
    };
  }

  /** The CPU time that the server has used so far, in milliseconds. */
  #cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    // A server on standard input and output ends with its client.
    if (this.#clients.length > 1) process.kill(this.#pid);
  }
}

async function connected(transport: Transport, how: LoadTransport): Promise<Client> {
  const options = how === 'http-2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
  const client = new Client({ name: 'load', version: '1.0.0' }, options);
  await client.connect(transport);
  return client;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.trim());
    });
    child.on('close', () => reject(new Error('the server has ended')));
  });
}
