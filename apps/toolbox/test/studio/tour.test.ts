import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumPath, startChromium } from './fixtures/chromium.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
/** The commands of the tour, as they are in the README. */
const [first = '', second = ''] = Array.from(readme.matchAll(/^```sh tour\n([\s\S]*?)^```/gm), ([, text = '']) => text);

describe.skipIf(chromiumPath === undefined)('the tour in the README', () => {
  it('leads from the start through a call and an approval to undo', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tour-'));
    const state = mkdtempSync(join(tmpdir(), 'tour-state-'));
    const env = {
      ...process.env,
      TOOLBOX_HOME: state,
      HOME: state,
      TMPDIR: state,
      NODE_DISABLE_COMPILE_CACHE: '1',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      NO_COLOR: '1',
    };
    const [write = '', start = ''] = first.trim().split('\n');
    expect(start).toContain('npm start --prefix ../agent-runtime-tools');
    await run(write, folder, env);

    const shown = { text: '' };
    const command = start.replace('../agent-runtime-tools', root);
    const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec ${command}`, '/dev/null'], {
      cwd: folder,
      env: { ...env, SHELL: '/bin/sh' },
    });
    const ended = new Promise<void>((resolve) => {
      terminal.once('close', () => resolve());
    });
    onTestFinished(async () => {
      // Ctrl-C, as a person would.
      terminal.stdin.write('\u0003');
      await ended;
      for (const each of [folder, state]) rmSync(each, { recursive: true, force: true });
    });
    const printed = await new Promise<string>((resolve, reject) => {
      terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        shown.text += chunk;
        if (shown.text.includes('Ctrl-C')) resolve(shown.text);
      });
      void ended.then(() => reject(new Error(shown.text)));
    });
    const find = (pattern: RegExp): string => pattern.exec(printed)?.[1] ?? '';

    const [settings = '', read = '', overwrite = ''] = second
      .replace('http://127.0.0.1:PORT/mcp', find(/MCP\s+(\S+)/))
      .replace('MCP_TOKEN=TOKEN', `MCP_TOKEN=${find(/Bearer (\S+)/)}`)
      .trim()
      .split('\n');
    // npx finds the client that is installed there.
    const toolbox = join(root, 'apps', 'toolbox');
    expect(await run(`${settings}\n${read}`, toolbox, env)).toContain('Buy milk');
    const waiting = run(`${settings}\n${overwrite}`, toolbox, env);

    await using browser = await startChromium();
    const { page } = await browser.open(find(/Studio\s+(\S+)/));
    page.setDefaultTimeout(40_000);
    await page.getByRole('button', { name: 'Approve once' }).click();
    expect(await waiting).toContain('Overwrote list.txt');
    expect(readFileSync(join(folder, 'list.txt'), 'utf8')).toBe('Buy oat milk');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText('Restored list.txt').waitFor();
    expect(readFileSync(join(folder, 'list.txt'), 'utf8')).toBe('Buy milk\n');
  });
});

function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', command], { cwd, env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command}\n${stdout}\n${stderr}`));
    });
  });
}
