import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCalls, serveCalls } from '@ku0/agent-runtime-tools-remote';
import { useRemoteTools } from './agent.ts';
import { createWorkerTools } from './tools.ts';

// The same worker and the same agent in one process: no Redis, and nothing else to start.
const [root, state] = ['root', 'state'].map((name) => mkdtempSync(join(tmpdir(), `remote-example-${name}-`)));
if (root === undefined || state === undefined) throw new Error('There are no folders.');
const options = { driver: localCalls(), place: 'here', secret: 'a secret within one process' };
const tools = createWorkerTools({ root, state });
const worker = await serveCalls(tools, { ...options, journal: state });
console.log((await useRemoteTools(options)).join('\n'));
await worker.close();
await tools.shutdownAll();
for (const folder of [root, state]) rmSync(folder, { recursive: true });
