import { setTimeout as sleep } from 'node:timers/promises';
import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '@ku0/agent-runtime-tools-net';
import type { Response } from 'playwright-core';
import { browserErrors } from '../errors.ts';
import { hostOfPage } from '../session/host-of-page.ts';
import type { Step } from './browser-action.ts';
import { isTimeout, messageOf } from './playwright-error.ts';

/** Opens an address and waits for the page. Returns the HTTP status, if there is one. */
export async function openUrl(url: string, step: Step): Promise<number | undefined> {
  const { tab, session, timeoutMs, signal } = step;
  const { page } = tab;
  let response: Response | null;
  try {
    response = await goto(url, step);
  } catch (error) {
    throw navigationFailure(error, step);
  }
  // The proxy answers a refused http request with a page of its own.
  const refusal = response?.status() === 403 ? session.refusalOf(hostOfPage(page.url())) : undefined;
  if (refusal !== undefined) {
    await page.goto('about:blank', { signal, timeout: timeoutMs });
    throw new ToolFailure(refusal.error ?? netErrors.CONNECTION_FAILED({ message: printable(refusal.reason) }));
  }
  // Images and scripts may still be loading, which is no reason to fail.
  await page.waitForLoadState('load', { timeout: Math.min(timeoutMs, LOAD_MS), signal }).catch(() => undefined);
  signal.throwIfAborted();
  return response?.status();
}

async function goto(url: string, { tab, timeoutMs, signal: given }: Step): Promise<Response | null> {
  const { page } = tab;
  const signal = AbortSignal.any([given, tab.expectDocument()]);
  const options = { waitUntil: 'domcontentloaded', timeout: timeoutMs, signal } as const;
  for (let attempt = 1; ; attempt++) {
    try {
      return await page.goto(url, options);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isInterrupted(messageOf(error), url)) throw error;
      // Otherwise the page that is loading now interrupts the next attempt in turn.
      await page.waitForLoadState('domcontentloaded', { timeout: timeoutMs, signal }).catch(() => undefined);
      // The wait ends at once for the page before it, too.
      await sleep(attempt * ATTEMPT_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The error page of an earlier failure may still be on its way, and then the attempt that it interrupted. */
function isInterrupted(message: string, url: string): boolean {
  const by = (target: string): boolean => message.includes(`interrupted by another navigation to "${target}`);
  return by('chrome-error:') || by(`${new URL(url).href}"`);
}

function navigationFailure(error: unknown, { tab, session, signal, timeoutMs }: Step): unknown {
  if (signal.aborted) return signal.reason;
  const cause = { cause: error };
  const refusedHost = tab.takeRefusedHost();
  if (refusedHost !== undefined) {
    const message = `The page leads to ${printable(refusedHost)}, which needs approval.`;
    return new ToolFailure(browserErrors.NAVIGATION_REFUSED({ message }), cause);
  }
  if (tab.documentFailure !== undefined)
    return new ToolFailure(session.refusalOf(tab.requestedHost)?.error ?? tab.documentFailure, cause);
  if (isTimeout(error))
    return new ToolFailure(netErrors.TIMEOUT({ message: `The page did not load within ${timeoutMs / 1000} seconds.` }));
  const refusal = session.refusalOf(tab.requestedHost);
  if (refusal !== undefined)
    return new ToolFailure(refusal.error ?? netErrors.CONNECTION_FAILED({ message: printable(refusal.reason) }), cause);
  const message = messageOf(error);
  if (message.includes('Download is starting'))
    return new ToolFailure(
      browserErrors.NAVIGATION_FAILED({
        message: 'The address leads to a download, which was refused.',
        suggestion: 'Files can be read with web_fetch.',
        retryable: false,
      }),
      cause,
    );
  return new ToolFailure(
    browserErrors.NAVIGATION_FAILED({ message: `The page could not be opened: ${message}` }),
    cause,
  );
}

const LOAD_MS = 5000;
const MAX_ATTEMPTS = 6;
const ATTEMPT_DELAY_MS = 100;
