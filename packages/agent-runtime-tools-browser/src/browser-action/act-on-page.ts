import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Locator, Page } from 'playwright-core';
import { browserErrors } from '../errors.ts';
import type { ActionArguments } from './action-arguments.ts';
import type { Step } from './browser-action.ts';
import { isTimeout, messageOf, reasonOf } from './playwright-error.ts';

/** Clicks, types, presses a key or scrolls, and waits for a page that this opens. */
export async function actOnPage(params: ActionArguments, step: Step): Promise<void> {
  const { tab, signal, timeoutMs } = step;
  const target = await targetOf(params, tab.page);
  try {
    await act(params, target, step);
  } catch (error) {
    signal.throwIfAborted();
    if (tab.isClosed) throw new ToolFailure(browserErrors.BROWSER_CLOSED(), { cause: error });
    throw await actionFailure(error, target);
  }
  // A click may start a navigation a moment later.
  await tab.page.waitForTimeout(SETTLE_MS);
  await tab.page
    .waitForLoadState('domcontentloaded', { timeout: Math.min(timeoutMs, LOAD_MS), signal })
    .catch(() => undefined);
  signal.throwIfAborted();
}

async function targetOf({ ref, selector }: ActionArguments, page: Page): Promise<Locator | undefined> {
  if (selector !== undefined) return page.locator(`css=${selector}`);
  if (ref === undefined) return undefined;
  const locator = page.getByRef(ref);
  if (await isPresent(locator)) return locator;
  throw new ToolFailure(
    browserErrors.ELEMENT_NOT_FOUND({ message: `The last snapshot of the page has no element ${ref}.` }),
  );
}

async function act(params: ActionArguments, target: Locator | undefined, step: Step): Promise<void> {
  const { page } = step.tab;
  const options = { timeout: step.timeoutMs, signal: step.signal };
  const { action, x = 0, y = 0, text = '', key = '' } = params;
  if (action === 'click') await (target === undefined ? page.mouse.click(x, y) : target.click(options));
  else if (action === 'press') await (target === undefined ? page.keyboard.press(key) : target.press(key, options));
  else if (action === 'scroll') await scroll(params, target, step);
  else if (target !== undefined) {
    const isList = (await target.locator('xpath=self::select').count()) > 0;
    if (isList) await target.selectOption(text, options);
    else await target.fill(text, options);
    if (params.submit === true) await target.press('Enter', options);
  }
}

async function scroll(
  { direction, amount }: ActionArguments,
  target: Locator | undefined,
  { tab: { page }, timeoutMs, signal }: Step,
): Promise<void> {
  if (target !== undefined) {
    await target.scrollIntoViewIfNeeded({ timeout: timeoutMs, signal });
    return;
  }
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  const distance = amount ?? Math.round(height * SCREEN_SHARE);
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.wheel(0, direction === 'up' ? -distance : distance);
}

async function actionFailure(error: unknown, target: Locator | undefined): Promise<ToolFailure> {
  const cause = { cause: error };
  if (!isTimeout(error)) return new ToolFailure(browserErrors.ACTION_FAILED({ message: messageOf(error) }), cause);
  if (target !== undefined && !(await isPresent(target)))
    return new ToolFailure(browserErrors.ELEMENT_NOT_FOUND(), cause);
  const reason = reasonOf(error) ?? 'the element did not become ready in time';
  return new ToolFailure(browserErrors.ACTION_FAILED({ message: `The action was not possible: ${reason}.` }), cause);
}

async function isPresent(element: Locator): Promise<boolean> {
  try {
    return (await element.count()) > 0;
  } catch {
    // The frame is gone, or the selector is not valid.
    return false;
  }
}

const SETTLE_MS = 150;
const LOAD_MS = 5000;
/** How much of a screen is scrolled, so that the last lines stay visible. */
const SCREEN_SHARE = 0.9;
