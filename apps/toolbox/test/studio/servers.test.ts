import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from '../run-toolbox.ts';
import { chromiumPath, startChromium, type StudioBrowser } from './fixtures/chromium.ts';
import { startToolbox, type StartedToolbox } from './fixtures/started-toolbox.ts';

describe.skipIf(chromiumPath === undefined)(
  'the MCP servers in the Settings of the Studio',
  { timeout: 120_000 },
  () => {
    let toolbox: StartedToolbox;
    let browser: StudioBrowser;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'studio-servers-'));
      const served = [BIN, 'mcp', '--families', 'search', '--workspace', folder];
      const mcpServers = {
        finder: { command: process.execPath, args: served },
        late: { command: join(folder, 'late') },
        broken: { command: join(folder, 'not-there') },
      };
      writeFileSync(join(folder, 'servers.json'), JSON.stringify({ mcpServers }));
      const project = JSON.stringify({ mcpServers: { stranger: { command: join(folder, 'not-there') } } });
      const args = ['--mcp-config', join(folder, 'servers.json')];
      [toolbox, browser] = await Promise.all([startToolbox(args, { '.mcp.json': project }), startChromium()]);
    }, 60_000);
    afterAll(async () => {
      await browser[Symbol.asyncDispose]();
      await toolbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    }, 30_000);

    // The first test: after some attempts, a server is not tried again.
    it('show a new state by themselves', async () => {
      const { page } = await browser.open(toolbox.address);
      await page.getByText('Live').waitFor();
      await page.goto(`${toolbox.url}/#/settings`);
      const late = page.getByRole('region', { name: 'MCP servers' }).getByRole('listitem').filter({ hasText: 'late' });
      await late.getByText('restarting').waitFor();
      const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' mcp --families search --workspace '${folder}'\n`;
      writeFileSync(join(folder, 'late'), program, { mode: 0o755 });
      await late.getByText('ready').waitFor({ timeout: 60_000 });
      expect(await late.textContent()).toMatch(/\d+ tools$/);
      await page.context().close();
    });

    it('are listed with their state, their tools and their problems, and can be trusted as they are shown', async () => {
      const { page, problems } = await browser.open(toolbox.address);
      await page.getByText('Live').waitFor();
      await page.goto(`${toolbox.url}/#/settings`);
      const servers = page.getByRole('region', { name: 'MCP servers' });
      const row = (name: string) => servers.getByRole('listitem').filter({ hasText: name });
      await row('finder').getByText('ready').waitFor();
      expect(await row('finder').textContent()).toMatch(/ready\s*finder\s*\d+ tools$/);
      expect(await row('broken').textContent()).toMatch(
        /(?:restarting|failed)\s*broken\s*0 tools: There is no program/,
      );
      expect(await row('stranger').textContent()).toMatch(/untrusted\s*stranger\s*0 tools: the file .* is not trusted/);
      await row('stranger').getByRole('button', { name: 'Trust this content' }).click();
      await row('stranger').getByText('Trusted from the next start on').waitFor();
      const trust = page.getByRole('region', { name: 'Trust' });
      await trust.getByText('.mcp.json').waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('bring tools that are listed with the others', async () => {
      const { page } = await browser.open(toolbox.address);
      await page.getByRole('searchbox', { name: 'Search tools' }).fill('finder__');
      const tool = page.getByRole('link', { name: /^finder__grep/ });
      await tool.waitFor();
      expect(await tool.count()).toBe(1);
      await page.context().close();
    });
  },
);
