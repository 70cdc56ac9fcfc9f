import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '@ku0/agent-runtime-tools-net';
import type { PageScreenshotOptions } from 'playwright-core';
import type { Step } from './browser-action.ts';

export interface Screenshot {
  /** base64 */
  readonly data: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** A picture of the page within the limit: as PNG, or as JPEG of falling quality if that is too large. */
export async function takeScreenshot(
  { tab: { page }, timeoutMs, signal }: Step,
  { fullPage, maxBytes }: { fullPage: boolean; maxBytes: number },
): Promise<Screenshot> {
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  const height = fullPage ? Math.min(await pageHeight(page), MAX_HEIGHT) : viewport.height;
  const shared: PageScreenshotOptions = {
    timeout: timeoutMs,
    signal,
    scale: 'css',
    animations: 'disabled',
    ...(fullPage && { fullPage, clip: { x: 0, y: 0, width: viewport.width, height } }),
  };
  for (const encoding of ENCODINGS) {
    const image = await page.screenshot({ ...shared, ...encoding });
    if (image.length <= maxBytes)
      return { data: image.toString('base64'), mediaType: `image/${encoding.type}`, width: viewport.width, height };
  }
  throw new ToolFailure(
    netErrors.TOO_LARGE({
      message: `The screenshot is larger than ${maxBytes} bytes.`,
      suggestion: 'Take it without fullPage, or read the page with action "content".',
    }),
  );
}

const ENCODINGS = [{ type: 'png' }, { type: 'jpeg', quality: 75 }, { type: 'jpeg', quality: 35 }] as const;

/** Models see no more of a picture than this. */
const MAX_HEIGHT = 6000;

async function pageHeight(page: Step['tab']['page']): Promise<number> {
  const box = await page.locator('css=html').boundingBox();
  return Math.max(1, Math.ceil(box?.height ?? 0));
}
