import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, MemoryFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { expect, it } from 'vitest';
import { searchPack } from '../../src/index.ts';

it('the JavaScript engine searches a workspace in memory', async () => {
  const state = mkdtempSync(join(tmpdir(), 'search-memory-'));
  try {
    const fs = new MemoryFileSystem({ '/ws/a.txt': 'needle\n', '/ws/src/b.ts': 'x\n' });
    const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
    const tools = new ToolCoordinator({ services: { workspace } }).registerPack(searchPack({ engine: 'javascript' }));
    expect(await tools.execute('grep', { pattern: 'n.edle' })).toMatchObject({
      value: { matches: [{ file: 'a.txt' }] },
    });
    expect(await tools.execute('glob', { pattern: '**/*.ts' })).toMatchObject({
      value: { files: [{ path: 'src/b.ts' }] },
    });
    await tools.shutdownAll();
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});
