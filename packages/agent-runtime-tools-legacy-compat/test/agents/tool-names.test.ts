import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTools, type CreatedTools } from '@ku0/agent-runtime-tools';
import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsPack } from '../../src/agents/index.ts';
import { CLINE, OLDER_SYSTEMS, ROO_CODE } from './other-names.ts';

/** All families, a server of MCP, and the pack of this package: everything that there is. */
let created: CreatedTools<{ browser: true; task: true }>;
let tools: ToolCoordinator;
let folders: TestFolder[];

beforeAll(async () => {
  folders = [await createTestFolder({ 'a.txt': 'a\n' }), await createTestFolder({})];
  const [root, state] = folders.map(({ path }) => path);
  created = await createTools({
    ...(root !== undefined && { root }),
    ...(state !== undefined && { state }),
    families: { browser: true, task: true },
    packs: [agentsPack({ commands: { review: 'Review it.' }, skills: { pdf: 'How to.' } })],
    mcpServers: {
      inner: { command: process.execPath, args: [join(import.meta.dirname, '../fixtures/agents/mcp-server.ts')] },
    },
    ask: () => true,
  });
  tools = created.tools;
}, 60_000);
afterAll(async () => {
  await created.close();
  for (const folder of folders) await folder.remove();
});

const documented = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../../../docs/tool-names.md'), 'utf8').matchAll(
      /^\| `(\w+)` \|[^|]*\| `(\w+)`/gm,
    ),
  ].map(([, name = '', here = '']): [string, string] => [name, here]),
);

describe.each([
  ['the older systems', OLDER_SYSTEMS],
  ['Cline', CLINE],
  ['Roo-Code', ROO_CODE],
])('the tools of %s', (_, calls) => {
  it.each(Object.entries(calls))('include %s, which takes %j', (name, params) => {
    expect(tools.get(name)?.name).toBe(documented.get(name));
    expect(tools.validate(name, params)).toEqual({ valid: true });
  });
});

describe('the page about names', () => {
  it('has exactly the names of these systems', () => {
    const names = new Set([OLDER_SYSTEMS, CLINE, ROO_CODE].flatMap((calls) => Object.keys(calls)));
    expect([...documented.keys()].toSorted()).toEqual([...names].toSorted());
  });
});

describe('a call by the name of another agent', () => {
  it.each([
    ['replace_in_file', CLINE['replace_in_file']],
    ['search_replace', ROO_CODE['search_replace']],
    ['edit_file_anthropic', ROO_CODE['edit_file_anthropic']],
    ['edit_file_roo', ROO_CODE['edit_file_roo']],
  ])('%s does what it does there', async (name, params) => {
    const file = join(folders[0]?.path ?? '', 'a.txt');
    writeFileSync(file, 'a\n');
    await expect(tools.execute(name, params, { taskId: name })).resolves.toMatchObject({ ok: true });
    expect(readFileSync(file, 'utf8')).toBe('b\n');
  });

  it('reaches the tool of a server', async () => {
    await expect(tools.execute('use_mcp_tool', CLINE['use_mcp_tool'])).resolves.toMatchObject({ ok: true });
  });
});
