import { ToolFailure, type Clock, type Owner } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '@ku0/agent-runtime-tools-net';
import { browserErrors } from '../errors.ts';
import type { BrowserSessions } from '../session/browser-sessions.ts';
import type { BrowserSession, Consent } from '../session/browser-session.ts';
import type { PageEvent } from '../session/page-log.ts';
import type { Tab } from '../session/tab.ts';
import { isActing, type ActionArguments } from './action-arguments.ts';
import { actOnPage } from './act-on-page.ts';
import { openUrl } from './open-url.ts';
import { readPage, type PageText } from './read-page.ts';
import { takeScreenshot, type Screenshot } from './take-screenshot.ts';

export interface ActionOptions {
  readonly sessions: BrowserSessions;
  readonly owner: Owner;
  readonly consent: Consent;
  /** Called when the action's turn has come. Throws if it must not be carried out on the page that is open now. */
  readonly checkPage: () => void;
  readonly clock?: Clock | undefined;
  readonly signal: AbortSignal;
}

export interface ActionOutcome extends Partial<PageText> {
  readonly action: string;
  readonly url: string;
  readonly title?: string;
  readonly status?: number;
  readonly screenshot?: Screenshot;
  readonly closed?: boolean;
  readonly console: PageEvent[];
  readonly warnings: string[];
}

/** Carries out one action in the session of the owner, and describes the page afterwards. */
export async function browserAction(params: ActionArguments, options: ActionOptions): Promise<ActionOutcome> {
  const { sessions, owner, signal, clock } = options;
  const { action, url, timeout = DEFAULT_TIMEOUT } = params;
  if (action === 'close') {
    return { action, url: 'about:blank', closed: await sessions.close(owner), console: [], warnings: [] };
  }
  // Before the browser starts: a refused address needs none.
  if (url !== undefined) sessions.network.checkUrl(url);
  const isNew = sessions.get(owner) === undefined;
  if (isNew && action !== 'launch' && action !== 'goto') throw new ToolFailure(browserErrors.NO_SESSION());
  const session = await sessions.open(owner, { signal, viewport: viewportOf(params) });
  const warnings = [
    ...(isNew && !sessions.sandbox ? [NO_SANDBOX] : []),
    ...(!isNew && action === 'launch' ? ['The browser was running; its window keeps its size.'] : []),
  ];
  // Actions have time limits of their own. This one also ends what has none, such as waiting for a script of the page.
  const deadline = AbortSignal.timeout(timeout * 1000 + DEADLINE_EXTRA_MS);
  const work = (): Promise<ActionOutcome> =>
    session.run(
      async (tab) => {
        options.checkPage();
        const step = { session, tab, timeoutMs: timeout * 1000, signal: AbortSignal.any([signal, deadline]) };
        return { action, ...(await carryOut(params, step, sessions)), console: session.log.take(), warnings };
      },
      {
        owner,
        signal: AbortSignal.any([signal, deadline]),
        consent: isActing(action) || url !== undefined ? options.consent : undefined,
      },
    );
  try {
    return await sessions.whileBusy(owner, work, clock);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted)
      throw new ToolFailure(
        netErrors.TIMEOUT({ message: `The page did not respond within ${timeout} seconds; its tab was closed.` }),
        { cause: error },
      );
    throw error;
  }
}

/** What an action works with. */
export interface Step {
  readonly session: BrowserSession;
  readonly tab: Tab;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function carryOut(params: ActionArguments, step: Step, sessions: BrowserSessions) {
  const { page } = step.tab;
  const { action, url } = params;
  const status = url === undefined ? undefined : await openUrl(url, step);
  if (isActing(action) || action === 'scroll') await actOnPage(params, step);
  const screenshot =
    action === 'screenshot'
      ? await takeScreenshot(step, {
          fullPage: params.fullPage === true,
          maxBytes: sessions.options.maxScreenshotBytes,
        })
      : undefined;
  const isBlank = page.url() === 'about:blank';
  const text = screenshot !== undefined || isBlank ? undefined : await readPage(params, step);
  const title = (await page.title()).slice(0, MAX_TITLE);
  return {
    url: page.url(),
    ...(title !== '' && { title }),
    ...(status !== undefined && { status }),
    ...text,
    ...(screenshot !== undefined && { screenshot }),
  };
}

function viewportOf({ width, height }: ActionArguments): { width: number; height: number } | undefined {
  return width === undefined && height === undefined ? undefined : { width: width ?? 1280, height: height ?? 800 };
}

const DEFAULT_TIMEOUT = 20;
const DEADLINE_EXTRA_MS = 5000;
const MAX_TITLE = 200;
const NO_SANDBOX =
  "Chromium runs without its own sandbox: a page that breaks out of the browser has this process's rights.";
