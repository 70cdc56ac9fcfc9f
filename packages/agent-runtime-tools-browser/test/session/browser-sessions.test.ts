import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { BrowserSessions, browserPack } from '../../src/index.ts';
import { browserTools, hasChromium, leadingTo, pages, site } from '../fixtures/browser.ts';

// Other suites start browsers at the same time; this one has a folder of its own.
process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'bs-'));
const profiles = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('agent-browser-'));
const COOKIES = {
  '/': `<script>document.cookie = 'n=' + ((+document.cookie.slice(2) || 0) + 1); document.title = document.cookie</script>`,
};

describe('browserPack', () => {
  it('throws a TypeError at faulty options', () => {
    expect(() => browserPack({ maxSessions: 0 })).toThrow(TypeError);
    expect(() => browserPack({ idleMs: Number.NaN })).toThrow(TypeError);
    expect(() => browserPack({ allowHosts: ['http://a.test/'] })).toThrow(TypeError);
    expect(() => browserPack({ allowPrivate: ['not an address!'] })).toThrow(TypeError);
  });

  it('says what to install where there is no browser', async () => {
    await using browser = browserTools({ executablePath: '/no/such/chromium', allowHosts: ['*'] });
    expect(await browser.refused({ action: 'goto', url: 'http://public.test/' })).toMatchObject({
      code: 'ENGINE_NOT_AVAILABLE',
      message: expect.stringContaining('/no/such/chromium') as string,
      suggestion: expect.stringContaining('Install') as string,
    });
    await using other = browserTools({ executablePath: '/bin/false', allowHosts: ['*'] });
    expect(await other.refused({ action: 'launch' })).toMatchObject({ code: 'ENGINE_NOT_AVAILABLE' });
  });
});

describe.skipIf(!hasChromium)('browser sessions (needs chromium)', { timeout: 60_000 }, () => {
  afterAll(() => {
    rmSync(tmpdir(), { recursive: true });
  });

  it('are separate for each principal and task, and end with the task', async () => {
    await using web = await pages(COOKIES);
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['public.test'] });
    const open = async (taskId: string, principal?: string) =>
      (
        await browser.act(
          { action: 'goto', url: 'http://public.test/' },
          { taskId, ...(principal !== undefined && { principal: { id: principal } }) },
        )
      ).title;
    expect(await Promise.all([open('a', 'ada'), open('a', 'bob')])).toEqual(['n=1', 'n=1']);
    expect(await open('a', 'ada')).toBe('n=2');
    const running = profiles();
    expect(running).toHaveLength(2);
    await browser.tools.endTask('a', { principal: { id: 'bob' } });
    expect(await open('a', 'ada')).toBe('n=3');
    expect(await browser.refused({ action: 'content' }, { taskId: 'a', principal: { id: 'bob' } })).toMatchObject({
      code: 'NO_SESSION',
    });
    await browser.tools.endTask('a', { principal: { id: 'ada' } });
    expect(await open('a', 'ada')).toBe('n=1');
    await browser.tools.shutdownAll();
    expect(running.flatMap(taggedProcesses)).toEqual([]);
    expect(profiles()).toEqual([]);
  });

  it('keep what Chromium makes in its temporary folder under the session, also of one that is killed', async () => {
    await using browser = browserTools({});
    await browser.tools.execute('browser_action', { action: 'launch' });
    const [session = ''] = profiles();
    const made = (folder: string) => readdirSync(folder).filter((name) => name.includes('org.chromium'));
    expect(made(join(tmpdir(), session))).not.toEqual([]);
    expect(made(tmpdir())).toEqual([]);
    spawnSync('kill', ['-9', ...taggedProcesses(session).map((line) => line.split(' ', 1).join(''))]);
    await browser.tools.shutdownAll();
    expect(profiles()).toEqual([]);
  });

  it('are limited in number, in all and for each principal', async () => {
    await using browser = browserTools({ maxSessions: 2, maxSessionsPerPrincipal: 1 });
    const launch = (id: string, taskId: string) =>
      browser.tools.execute('browser_action', { action: 'launch' }, { taskId, principal: { id } });
    const results = await Promise.all([launch('ada', '1'), launch('ada', '2'), launch('bob', '1'), launch('eve', '1')]);
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'ok',
      'TOO_MANY_SESSIONS',
      'ok',
      'TOO_MANY_SESSIONS',
    ]);
    expect(await browser.act({ action: 'close' }, { taskId: '1', principal: { id: 'ada' } })).toMatchObject({
      closed: true,
    });
    expect(await browser.act({ action: 'close' }, { taskId: '1', principal: { id: 'ada' } })).toMatchObject({
      closed: false,
    });
    expect(await launch('eve', '1')).toMatchObject({ ok: true });
  });

  it('count until their browser has ended', async () => {
    await using browser = browserTools({ maxSessions: 1 });
    const launch = (id: string) =>
      browser.tools.execute('browser_action', { action: 'launch' }, { taskId: '1', principal: { id } });
    expect(await launch('ada')).toMatchObject({ ok: true });
    const closing = browser.act({ action: 'close' }, { taskId: '1', principal: { id: 'ada' } });
    const early = launch('bob');
    expect(await early).toMatchObject({ error: { code: 'TOO_MANY_SESSIONS' } });
    await closing;
    expect(await launch('bob')).toMatchObject({ ok: true });
  });

  it('are closed when no call comes for a while', async () => {
    const clock = new ManualClock();
    await using browser = browserTools({ idleMs: 1000 }, { services: { clock } });
    await browser.act({ action: 'launch' });
    clock.advance(900);
    await browser.act({ action: 'content' });
    clock.advance(900);
    await browser.act({ action: 'content' });
    clock.advance(1100);
    expect(await browser.refused({ action: 'content' })).toMatchObject({ code: 'NO_SESSION' });
  });

  it('run the actions of calls that come at once one after the other', async () => {
    await using web = await pages(COOKIES);
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['public.test'] });
    const goto = { action: 'goto', url: 'http://public.test/' };
    const values = await Promise.all([browser.act(goto), browser.act(goto), browser.act(goto)]);
    expect(values.map(({ title }) => title)).toEqual(['n=1', 'n=2', 'n=3']);
  });

  it('survive a cancelled action and a page that hangs', async () => {
    await using web = await site((request, response) => {
      if (request.url === '/slow') return;
      response.setHeader('content-type', 'text/html');
      response.end(
        request.url === '/loop'
          ? `<button onclick="while (true);">Loop</button>`
          : `<script>document.cookie = 'kept=1'; document.title = document.cookie</script>`,
      );
    });
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['public.test'] });
    await browser.act({ action: 'goto', url: 'http://public.test/' });
    const stop = new AbortController();
    const slow = browser.refused(
      { action: 'goto', url: 'http://public.test/slow' },
      { taskId: 'task', signal: stop.signal },
    );
    await expect.poll(() => web.requests.includes('public.test/slow')).toBe(true);
    stop.abort();
    expect((await slow).code).toBe('CANCELLED');
    expect(await browser.refused({ action: 'goto', url: 'http://public.test/slow', timeout: 1 })).toMatchObject({
      code: 'TIMEOUT',
    });
    await browser.act({ action: 'goto', url: 'http://public.test/loop' });
    expect(await browser.refused({ action: 'click', selector: 'button', timeout: 1 })).toMatchObject({
      code: 'TIMEOUT',
    });
    expect(await browser.act({ action: 'goto', url: 'http://public.test/' })).toMatchObject({ title: 'kept=1' });
  });

  it('end during an action when their task ends, and when the tools are shut down while they start', async () => {
    await using web = await site(() => undefined);
    const browser = browserTools({ ...leadingTo(web), allowHosts: ['public.test'] });
    const slow = browser.refused({ action: 'goto', url: 'http://public.test/' });
    await expect.poll(() => web.requests.length, { timeout: 20_000 }).toBe(1);
    await browser.tools.endTask('task');
    expect((await slow).code).toBe('CANCELLED');
    const starting = browser.refused({ action: 'launch' });
    await browser.tools.shutdownAll();
    expect((await starting).code).toBe('SHUT_DOWN');
    expect(profiles()).toEqual([]);
  });

  it('can be shared by coordinators as a service of the host', async () => {
    const sessions = new BrowserSessions({ maxSessions: 1 });
    await using first = browserTools({}, { services: { browser: sessions } });
    await using second = browserTools({}, { services: { browser: sessions } });
    await first.act({ action: 'launch' }, { taskId: 'one' });
    expect(await second.refused({ action: 'launch' }, { taskId: 'two' })).toMatchObject({ code: 'TOO_MANY_SESSIONS' });
    await first.tools.shutdownAll();
    expect(sessions.size).toBe(1);
    await sessions.shutdown();
    expect(sessions.size).toBe(0);
  });
});
