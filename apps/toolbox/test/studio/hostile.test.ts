import { definePack, defineTool, errorCatalogue, fail, ok, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, startChromium } from './fixtures/chromium.ts';
import { servedStudio } from './fixtures/served-studio.ts';

const SCRIPT = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';

const errors = errorCatalogue({ BAD_LUCK: { kind: 'user_error', message: SCRIPT, suggestion: SCRIPT } });

/** A pack whose author has put scripts wherever a text may be. */
const hostile = definePack({
  name: 'hostile',
  version: '1.0.0',
  tools: [
    defineTool({
      name: 'speak',
      title: SCRIPT,
      description: `Speaks. ${SCRIPT}`,
      parameters: Type.Object({
        word: Type.Optional(Type.String({ title: SCRIPT, description: SCRIPT, default: SCRIPT })),
        fails: Type.Optional(Type.Boolean({ title: 'fails' })),
      }),
      dryRun: async () =>
        ok({ summary: SCRIPT, changes: [{ kind: 'modify', target: SCRIPT, diff: `@@ -1 +1 @@\n+${SCRIPT}` }] }),
      execute: async ({ fails }, context) => {
        context.emitProgress(1, 2, SCRIPT);
        context.emitOutput(SCRIPT);
        return fails ? fail(errors.BAD_LUCK()) : ok([{ [SCRIPT]: SCRIPT }]);
      },
    }),
  ],
});

describe.skipIf(chromiumPath === undefined)('scripts in what a tool says', () => {
  it('are shown as text everywhere', async () => {
    await using studio = await servedStudio({ packs: [hostile] });
    await using browser = await startChromium();
    const { page, problems } = await browser.open(`${studio.service.url}/#token=${studio.service.token}`);
    page.setDefaultTimeout(30_000);
    await page.getByText('Live').waitFor();
    await page.goto(`${studio.service.url}/#/tools/speak`);
    const panel = page.getByRole('article', { name: 'speak' });
    await panel.getByText('<img src=x').first().waitFor();
    await panel.getByRole('button', { name: 'Dry run' }).click();
    await panel.getByRole('region', { name: 'Dry run' }).getByText('<img src=x').first().waitFor();
    await panel.getByRole('button', { name: 'Run', exact: true }).click();
    await panel.getByRole('region', { name: 'Result' }).getByRole('cell').getByText('<img src=x').waitFor();
    await panel.getByRole('checkbox', { name: 'fails' }).check();
    await panel.getByRole('button', { name: 'Run', exact: true }).click();
    await panel.getByRole('alert').getByText('<img src=x').waitFor();
    await page.goto(`${studio.service.url}/#/activity`);
    await page.getByRole('list', { name: 'Calls, newest first' }).getByRole('link').first().click();
    await page.getByRole('complementary').getByText('<img src=x').first().waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toBe('Activity · Studio');
    expect(problems).toEqual([]);
  });
});
