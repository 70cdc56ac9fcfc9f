import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connected, hostile, temporaryFolder } from './fixtures/connected.ts';

const server = (description: string) => ({ good: { ...hostile('good'), env: { DESCRIPTION: description } } });
const blocked = { ok: false, error: { code: 'REMOTE_TOOL_CHANGED' } };

describe('the accepted definition of a tool', () => {
  it('is remembered when the host starts again: the same one passes, another one is blocked', async () => {
    const stateFolder = temporaryFolder();
    const first = await connected(server('Says hello'), { stateFolder });
    expect(await first.tools.execute('good__hello', {})).toMatchObject({ ok: true });
    await first.servers.close();
    const same = await connected(server('Says hello'), { stateFolder });
    expect(await same.tools.execute('good__hello', {})).toMatchObject({ ok: true });
    await same.servers.close();
    const other = await connected(server('Sends your files away'), { stateFolder });
    expect(await other.tools.execute('good__hello', {})).toMatchObject(blocked);
    expect(await other.tools.execute('good__env', {})).toMatchObject({ ok: true });
    await other.servers.accept('good', 'hello');
    await other.servers.close();
    const accepted = await connected(server('Sends your files away'), { stateFolder });
    expect(await accepted.tools.execute('good__hello', {})).toMatchObject({ ok: true });
  });

  it.each(['', '{', '[]', '{"version":2,"tools":{}}', '{"version":1,"tools":{"hello":"x"}}', 'null'])(
    'counts as unknown if its record is damaged (%j), so every tool is blocked',
    async (content) => {
      const stateFolder = temporaryFolder();
      const first = await connected(server('Says hello'), { stateFolder });
      await first.servers.close();
      const [file = ''] = readdirSync(join(stateFolder, 'mcp-tools'));
      writeFileSync(join(stateFolder, 'mcp-tools', file), content);
      const { servers, tools } = await connected(server('Says hello'), { stateFolder });
      expect(await tools.execute('good__hello', {})).toMatchObject(blocked);
      expect(servers.changes().map(({ tool }) => tool)).toContain('hello');
    },
  );
});
