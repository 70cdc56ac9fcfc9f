import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { hostOfPage } from './host-of-page.ts';
import type { PageLog } from './page-log.ts';

/** Decides whether the tab may go to a host. Subframes and resources are not asked about. */
export type NavigationRule = (host: string | undefined) => boolean;

/** The one tab of a session. Windows that its pages open are closed and reported. */
export class Tab {
  readonly page: Page;
  readonly #cdp: CDPSession;
  #refusedHost: string | undefined;
  #requestedHost: string | undefined;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async open(context: BrowserContext, log: PageLog, mayNavigate: NavigationRule): Promise<Tab> {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const tab = new Tab(page, cdp);
    reportEvents(page, log);
    await tab.#guardNavigation(log, mayNavigate);
    return tab;
  }

  get isClosed(): boolean {
    return this.page.isClosed();
  }

  /** The host that the last action was not allowed to go to, if any. Forgets it. */
  takeRefusedHost(): string | undefined {
    const host = this.#refusedHost;
    this.#refusedHost = undefined;
    return host;
  }

  /** The host of the last request for a main document: after a redirect, its target. */
  get requestedHost(): string | undefined {
    return this.#requestedHost;
  }

  /** Stops a page that is still loading. Never rejects. */
  async stopLoading(): Promise<void> {
    await this.#cdp.send('Page.stopLoading').catch(() => undefined);
  }

  /**
   * Closes the tab even if a script of the page does not return. Whatever waits for the page is rejected. Never rejects.
   */
  async close(): Promise<void> {
    await this.page.close({ runBeforeUnload: false }).catch(() => undefined);
  }

  /** Pauses each request for a main document, redirects included. Playwright's own routes do not see redirects. */
  async #guardNavigation(log: PageLog, mayNavigate: NavigationRule): Promise<void> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree');
    this.#cdp.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
      const host = hostOfPage(request.url);
      const isMainFrame = frameId === frameTree.frame.id;
      if (isMainFrame) this.#requestedHost = host;
      const isAllowed = !isMainFrame || mayNavigate(host);
      if (!isAllowed) {
        this.#refusedHost = host ?? request.url;
        log.add('refused', `The tab may not go to ${request.url} without approval`);
      }
      const answer = isAllowed
        ? this.#cdp.send('Fetch.continueRequest', { requestId })
        : this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      // The request may have been cancelled meanwhile.
      answer.catch(() => undefined);
    });
    await this.#cdp.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
  }
}

function reportEvents(page: Page, log: PageLog): void {
  page.on('console', (message) => log.add(message.type(), message.text()));
  page.on('pageerror', (error) => log.add('exception', error.message));
  page.on('crash', () => {
    log.add('crash', 'The page crashed, and its tab was closed');
    page.close().catch(() => undefined);
  });
  page.on('requestfailed', (request) => {
    log.add('request-failed', `${request.method()} ${request.url()}: ${request.failure()?.errorText ?? 'failed'}`);
  });
  page.on('download', (download) => {
    log.add('download', `A download of ${download.url()} (${download.suggestedFilename()}) was refused`);
    download.cancel().catch(() => undefined);
  });
  page.on('dialog', (dialog) => {
    const isLeaving = dialog.type() === 'beforeunload';
    log.add('dialog', `${dialog.type()} "${dialog.message()}" was ${isLeaving ? 'accepted' : 'dismissed'}`);
    (isLeaving ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  page.on('popup', (popup) => {
    log.add('popup', `A new window with ${popup.url()} was closed; action "goto" opens it in this tab`);
    popup.close({ runBeforeUnload: false }).catch(() => undefined);
  });
}
