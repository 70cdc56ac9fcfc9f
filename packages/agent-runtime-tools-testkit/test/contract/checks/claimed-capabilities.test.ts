import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ok } from '@ku0/agent-runtime-tools-core';
import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../src/contract/contract-check.ts';
import { toolChecks } from '../../../src/contract/tool-checks.ts';
import { createTestFolder } from '../../../src/test-folder.ts';
import { SHOUT_OPTIONS, shout } from '../sample-tools.ts';
import { NOTHING, WRITES, findsFaults } from '../tool-faults.ts';

const RULE = 'does only what its capabilities claim';
const WITH_NOTE = { ...SHOUT_OPTIONS, folder: () => createTestFolder({ 'note.txt': 'a note' }) };

findsFaults([
  {
    fault: 'a tool that reads files without claiming it',
    tool: shout({ capabilities: NOTHING, execute: readNote }),
    options: WITH_NOTE,
    rule: RULE,
    problem: 'reads files, but claims neither readsFiles',
  },
  {
    fault: 'a tool that reports files it does not claim to read',
    tool: shout({
      capabilities: NOTHING,
      execute: async () => ok({ text: 'HEY' }, { filesAccessed: ['/etc/hosts'] }),
    }),
    rule: RULE,
    problem: 'reads files, but claims neither readsFiles',
  },
  {
    fault: 'a tool that opens a connection without claiming it',
    tool: shout({ capabilities: NOTHING, execute: connectToServer }),
    rule: RULE,
    problem: 'opened a network connection, but does not claim accessesNetwork',
  },
  {
    fault: 'a tool that claims to write files and never does',
    tool: shout({ capabilities: WRITES }),
    rule: RULE,
    problem: 'claims writesFiles, but no sample changes a file',
  },
]);

describe('the tool contract', () => {
  it.each([
    ['reads files', shout({ capabilities: { ...NOTHING, readsFiles: true }, execute: readNote })],
    ['accesses the network', shout({ capabilities: { ...NOTHING, accessesNetwork: true }, execute: connectToServer })],
    ['does neither', shout()],
  ])('the tool contract finds no false claim in a tool that %s and says so', async (_, tool) => {
    const checks = toolChecks(tool, WITH_NOTE).filter(({ rule }) => rule === RULE);
    expect(checks).toHaveLength(1);
    expect(await runChecks(checks)).toEqual([]);
  });
});

async function readNote(_params: unknown, { cwd }: Parameters<ToolHandler['execute']>[1]) {
  const text = await readFile(join(cwd, 'note.txt'), 'utf8').catch(() => 'nothing');
  return ok({ text });
}

async function connectToServer() {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  server.close();
  await once(server, 'close');
  return ok({ text: 'HEY' });
}
