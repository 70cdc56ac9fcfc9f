import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath, startChromium, type StudioBrowser, type StudioPage } from './fixtures/chromium.ts';
import { startToolbox, type StartedToolbox } from './fixtures/started-toolbox.ts';

describe.skipIf(chromiumPath === undefined)('the page of the Studio, in Chromium', { timeout: 120_000 }, () => {
  let toolbox: StartedToolbox;
  let browser: StudioBrowser;
  let window: StudioPage;
  let page: Page;
  beforeAll(async () => {
    [toolbox, browser] = await Promise.all([startToolbox(), startChromium()]);
    window = await browser.open(toolbox.address);
    ({ page } = window);
    page.setDefaultTimeout(30_000);
  }, 60_000);
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await toolbox[Symbol.asyncDispose]();
  }, 30_000);

  // What a failed test has left waiting must not disturb the next one.
  beforeEach(async () => {
    const pending = (await (await toolbox.api('/api/approvals')).json()) as { request: { id: string } }[];
    const headers = { 'content-type': 'application/json' };
    for (const { request } of pending)
      await toolbox.api(`/api/approvals/${request.id}`, { method: 'POST', headers, body: '{"approved":false}' });
  });

  const write = (name: string, content: string): void => writeFileSync(join(toolbox.folder, name), content);
  const read = (name: string): string => readFileSync(join(toolbox.folder, name), 'utf8');
  const goTo = (route: string): Promise<unknown> => page.goto(`${toolbox.url}/#/${route}`);

  it('takes the token out of the address', async () => {
    await page.getByRole('heading', { name: 'Tools' }).waitFor();
    expect(page.url()).toBe(`${toolbox.url}/#/`);
    await page.getByText('Live').waitFor();
  });

  it('says what to do without a token', async () => {
    const stranger = await browser.open(toolbox.url);
    const heading = stranger.page.getByRole('heading', { level: 1 }).filter({ hasText: 'token' });
    expect(await heading.textContent()).toBe('This address has no valid token');
    await stranger.page.context().close();
  });

  it('finds a tool by search and runs it by its form', async () => {
    write('note.txt', 'hello from the workspace\n');
    await goTo('');
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('read_file');
    await page.getByRole('link', { name: /^read_file/ }).click();
    await page.getByLabel(/^path/).fill('note.txt');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    expect(await result.textContent()).toContain('hello from the workspace');
  });

  it('shows an image as an image', async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 80 } });
    writeFileSync(join(toolbox.folder, 'picture.png'), picture);
    await goTo('tools/read_file');
    await page.getByLabel(/^path/).fill('picture.png');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    const image = result.getByRole('img', { name: 'Result 1' });
    await image.waitFor();
    const size =
      "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('.result-image'))";
    // The browser has decoded it: its policy allows images of the page itself and those in results.
    expect(await page.evaluate<number[]>(size)).toEqual([120, 80]);
    expect((await result.getByRole('tab').allTextContents())[0]).toBe('Image');
  });

  it('shows the definition of a tool in each wire format', async () => {
    await goTo('tools/read_file');
    await page.getByRole('tab', { name: 'Definition' }).click();
    for (const format of ['openai', 'anthropic', 'gemini', 'mcp']) {
      await page.getByRole('tab', { name: format, exact: true }).click();
      const definition = page.getByLabel(`Definition for ${format}`, { exact: true });
      expect(await definition.textContent()).toContain('"name": "read_file"');
    }
  });

  it('shows what a call would change without changing it', async () => {
    write('plan.txt', 'one\ntwo\n');
    await goTo('tools/write_file');
    await page.getByLabel(/^path/).fill('plan.txt');
    await page.getByLabel(/^content/).fill('one\nthree\n');
    await page.getByRole('button', { name: 'Dry run' }).click();
    const changes = page.getByRole('region', { name: 'Dry run' });
    await changes.getByText('three').waitFor();
    expect(read('plan.txt')).toBe('one\ntwo\n');
  });

  it('lets a person edit the arguments of another client, approve them, see the change and undo it', async () => {
    write('letter.txt', 'Dear reader,\n');
    await goTo('tools/read_file');
    const client = await toolbox.client();
    await client.callTool({ name: 'read_file', arguments: { path: 'letter.txt' } });
    const calling = client.callTool({ name: 'write_file', arguments: { path: 'letter.txt', content: 'Hey you,\n' } });
    // The request is on every page at once.
    const strip = page.getByRole('region', { name: 'Waiting for your approval' });
    await strip.getByText('letter.txt', { exact: true }).waitFor();
    await strip.getByRole('link', { name: 'Review' }).click();
    const review = page.getByRole('article', { name: 'Request of write_file' });
    await review.getByText('Hey you,').first().waitFor();
    await review.getByRole('button', { name: 'Edit the arguments' }).click();
    const editor = review.getByRole('textbox', { name: 'Arguments as JSON' });
    await editor.fill('{"path": "letter.txt", "content": 7');
    await review.getByText('This is not JSON').waitFor();
    expect(await review.getByRole('button', { name: 'Approve the edited call' }).isDisabled()).toBe(true);
    await editor.fill('{"path": "letter.txt", "content": "Dear friend,\\n"}');
    await review.getByRole('button', { name: 'Show what it would change' }).click();
    await review.getByRole('region', { name: 'Changes' }).getByText('Dear friend,').waitFor();
    await review.getByRole('button', { name: 'Approve the edited call' }).click();
    expect((await calling).isError).not.toBe(true);
    expect(read('letter.txt')).toBe('Dear friend,\n');
    await page.getByText('Nothing waits for you').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('link', { name: /^letter\.txt/ }).click();
    const change = page.getByRole('article', { name: 'The change' });
    await change.getByText('Dear friend,').waitFor();
    await change.getByText('Dear reader,').waitFor();
    await change.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText('Restored letter.txt').waitFor();
    expect(read('letter.txt')).toBe('Dear reader,\n');
  });

  it('undoes several changes at once, and all changes of a task', async () => {
    const client = await toolbox.client();
    for (const name of ['one.txt', 'two.txt', 'three.txt', 'four.txt'])
      await client.callTool({ name: 'write_file', arguments: { path: name, content: `${name}\n` } });
    await goTo('changes');
    for (const name of ['one.txt', 'two.txt']) await page.getByLabel(`Select the change of ${name}`).check();
    await page.getByRole('button', { name: 'Undo 2 changes' }).click();
    await page.getByText('Restored two.txt, one.txt').waitFor();
    expect(['one.txt', 'two.txt', 'three.txt'].map((name) => existsSync(join(toolbox.folder, name)))).toEqual([
      false,
      false,
      true,
    ]);
    await page.getByRole('link', { name: /^three\.txt/ }).click();
    await page.getByRole('button', { name: 'Undo the whole task' }).click();
    await page.getByText('Restored four.txt, three.txt').waitFor();
    expect(existsSync(join(toolbox.folder, 'three.txt'))).toBe(false);
  });

  it('denies a command with feedback, and shows its parts with the rules that cover them', async () => {
    const client = await toolbox.client();
    await goTo('approvals');
    const calling = client.callTool({ name: 'bash', arguments: { command: 'echo one | sort && touch made.txt' } });
    const review = page.getByRole('article', { name: 'Request of bash' });
    await review.getByRole('row', { name: /touch made\.txt\s+asks\s+none/ }).waitFor();
    await review.getByRole('row', { name: /^sort/ }).waitFor();
    await review.getByRole('textbox', { name: 'Feedback for the model' }).fill('Use write_file instead.');
    await review.getByRole('button', { name: 'Deny' }).click();
    const result = await calling;
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('Use write_file instead.');
  });

  it('shows the output of a long command while it runs', async () => {
    const client = await toolbox.client();
    await goTo('activity');
    const command = 'for i in 1 2 3 4 5 6 7 8; do echo step $i; sleep 0.5; done';
    const calling = client.callTool({ name: 'bash', arguments: { command } });
    await page.getByRole('button', { name: 'Approve once' }).click();
    const running = page.getByRole('article', { name: /^bash is/ });
    await running.getByText('step 2').waitFor();
    // It has not ended yet: this was not read from the result.
    await running.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await running.getByText('step 8').count()).toBe(0);
    await calling;
    await page.getByRole('list', { name: 'Calls, newest first' }).getByRole('link').first().click();
    const story = page.getByRole('complementary', { name: 'The story of a call' });
    await story.getByRole('list', { name: 'Steps of the call' }).getByText('approved').waitFor();
    await story.getByLabel('Output', { exact: true }).getByText('step 8').waitFor();
  });

  it('settles a request in all windows when it is answered in one', async () => {
    const second = await browser.open(toolbox.address);
    const client = await toolbox.client();
    await goTo('tools');
    const calling = client.callTool({ name: 'bash', arguments: { command: 'touch twice.txt' } });
    const strips = [page, second.page].map((each) => each.getByRole('region', { name: 'Waiting for your approval' }));
    for (const strip of strips) await strip.getByText('touch twice.txt', { exact: true }).waitFor();
    await second.page.getByRole('button', { name: 'Deny' }).click();
    for (const strip of strips)
      await strip.getByText('touch twice.txt', { exact: true }).waitFor({ state: 'detached' });
    expect((await calling).isError).toBe(true);
    expect(second.problems).toEqual([]);
    await second.page.context().close();
  });

  it('shows scripts in outputs, names and arguments as text', async () => {
    const script = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    write('hostile.html', `${script}\n`);
    const client = await toolbox.client();
    await client.callTool({ name: 'read_file', arguments: { path: 'hostile.html' } });
    await client.callTool({ name: 'read_file', arguments: { path: script } }).catch(() => undefined);
    await goTo('activity');
    const list = page.getByRole('list', { name: 'Calls, newest first' });
    await list.getByText('<img src=x').first().waitFor();
    await list.getByRole('link', { name: /hostile\.html/ }).click();
    await page.getByRole('complementary', { name: 'The story of a call' }).getByText('onerror=').first().waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toContain('Studio');
  });

  it('has printed no errors on the console', () => {
    expect(window.problems).toEqual([]);
  });
});
