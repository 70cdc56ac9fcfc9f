import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyToolbox } from './fixtures/busy-toolbox.ts';
import { chromiumPath, startChromium, type StudioBrowser } from './fixtures/chromium.ts';
import { palettePng } from './fixtures/palette-png.ts';
import type { StartedToolbox } from './fixtures/started-toolbox.ts';

const AXE = readFileSync(join(dirname(createRequire(import.meta.url).resolve('axe-core')), 'axe.min.js'), 'utf8');

/** Where the pictures of the documentation are. They are written only with UPDATE_SCREENSHOTS=1. */
const PICTURES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'studio');

interface View {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
}

const VIEWS: readonly View[] = [
  { name: 'tools', show: listFolder },
  {
    name: 'activity',
    show: (page) =>
      page
        .getByRole('article', { name: /^bash is/ })
        .first()
        .waitFor(),
  },
  { name: 'approvals', show: (page) => page.getByRole('article', { name: 'Request of bash' }).waitFor() },
  { name: 'changes', show: chooseChange },
  { name: 'insight', show: (page) => page.getByRole('region', { name: 'Calls per minute' }).waitFor() },
  { name: 'settings', show: explain },
];

async function listFolder(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^list_directory/ }).click();
  await page.getByLabel(/^path/).fill('.');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('region', { name: 'Result as a table' }).scrollIntoViewIfNeeded();
}

async function chooseChange(page: Page): Promise<void> {
  await page.getByRole('link', { name: /cart\.ts/ }).click();
  await page.getByText('item.count;').first().waitFor();
}

async function explain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('What the command runs').waitFor();
}

describe.skipIf(chromiumPath === undefined)('the views of the Studio', () => {
  let toolbox: StartedToolbox;
  let browser: StudioBrowser;
  beforeAll(async () => {
    [toolbox, browser] = await Promise.all([busyToolbox(), startChromium()]);
  }, 60_000);
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await toolbox[Symbol.asyncDispose]();
  }, 30_000);

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1200, height: 820 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 820 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 780 } }],
  ] as const)(
    'have no serious faults for people who use other means than eyes and a mouse: %s',
    async (form, options) => {
      // The page's own policy would refuse the checker. Whether the page obeys its policy is tested elsewhere.
      const { page } = await browser.open(toolbox.address, { ...options, bypassCSP: true });
      page.setDefaultTimeout(20_000);
      await page.getByText('Live').waitFor({ state: 'attached' });
      const faults: string[] = [];
      for (const { name, show } of VIEWS) {
        await page.goto(`${toolbox.url}/#/${name}`);
        await show(page);
        await page.waitForTimeout(200);
        if (process.env['UPDATE_SCREENSHOTS'] === '1')
          writeFileSync(join(PICTURES, `${name}-${form}.png`), palettePng(await page.screenshot()));
        faults.push(...(await seriousFaults(page)).map((fault) => `${name}: ${fault}`));
        expect(await overflow(page), `${name} is wider than the window`).toBeLessThanOrEqual(0);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('can be used with the keyboard alone', async () => {
    const { page, problems } = await browser.open(toolbox.address);
    await page.getByText('Live').waitFor();
    await page.keyboard.press('Alt+4');
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.keyboard.press('Alt+1');
    await page.getByRole('link', { name: /^read_file/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('read_fi');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel(/^path/).focus();
    await page.keyboard.type('README.md');
    await page.keyboard.press('Enter');
    const result = page.getByRole('region', { name: 'Result' });
    expect(await result.textContent()).toContain('A small example.');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('paint first within a second', async () => {
    const { page } = await browser.open(toolbox.address);
    await page.getByText('Live').waitFor();
    const paint = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
    // On an idle machine it takes about 0.2 s. The tests may share theirs, and the entry may come after the text.
    await expect.poll(paint, { timeout: 10_000 }).toBeLessThan(3000);
    await page.context().close();
  });
});

/** What axe calls serious or critical. */
async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
