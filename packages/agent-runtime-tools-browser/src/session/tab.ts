import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '@ku0/agent-runtime-tools-net';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { hostOfPage } from './host-of-page.ts';
import type { PageLog } from './page-log.ts';

/** Decides whether the tab may go to a host. Subframes and resources are not asked about. */
export type NavigationRule = (host: string | undefined) => boolean;

export interface TabRules {
  readonly mayNavigate: NavigationRule;
  /** Of one answer, after decompression. */
  readonly maxResponseBytes: number;
}

/** The one tab of a session. Windows that its pages open are closed and reported. */
export class Tab {
  readonly page: Page;
  readonly #cdp: CDPSession;
  #refusedHost: string | undefined;
  #requestedHost: string | undefined;
  #broken = new AbortController();
  #documentFailure: ToolError | undefined;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  static async open(context: BrowserContext, log: PageLog, { mayNavigate, maxResponseBytes }: TabRules): Promise<Tab> {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const tab = new Tab(page, cdp);
    reportEvents(page, log);
    await tab.#guardNavigation(log, mayNavigate);
    await tab.#limitAnswers(log, maxResponseBytes);
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

  /**
   * Must be called before a page is opened. The signal fires when its document is too large or breaks off, because Chromium says
   * neither that such a page has loaded nor that it failed.
   */
  expectDocument(): AbortSignal {
    this.#broken = new AbortController();
    this.#documentFailure = undefined;
    return this.#broken.signal;
  }

  /** Why the document of the page is not complete. */
  get documentFailure(): ToolError | undefined {
    return this.#documentFailure;
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

  /**
   * Stops the page when an answer becomes too large. The proxy does so for http; of https it sees neither the answers nor what
   * they become when they are decompressed.
   */
  async #limitAnswers(log: PageLog, maxBytes: number): Promise<void> {
    const { frameTree } = await this.#cdp.send('Page.getFrameTree');
    const sizes = new Map<string, number>();
    let documentId: string | undefined;
    this.#cdp.on('Network.requestWillBeSent', ({ requestId, frameId, type }) => {
      if (type === 'Document' && frameId === frameTree.frame.id) documentId = requestId;
    });
    this.#cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const size = (sizes.get(requestId) ?? 0) + dataLength;
      sizes.set(requestId, size);
      if (size <= maxBytes || size - dataLength > maxBytes) return;
      const message = `An answer was larger than ${maxBytes} bytes, so the page was stopped`;
      log.add('request-failed', message);
      void this.stopLoading();
      if (requestId === documentId) this.#failDocument(netErrors.TOO_LARGE({ message: `${message}.` }));
    });
    this.#cdp.on('Network.loadingFinished', ({ requestId }) => void sizes.delete(requestId));
    this.#cdp.on('Network.loadingFailed', ({ requestId, canceled }) => {
      // Without a part of it, Chromium says itself that the document failed.
      const hasBegun = sizes.delete(requestId);
      if (hasBegun && canceled !== true && requestId === documentId) this.#failDocument(netErrors.CONNECTION_FAILED());
    });
    await this.#cdp.send('Network.enable', KEEP_NO_BODIES);
  }

  #failDocument(error: ToolError): void {
    this.#documentFailure ??= error;
    this.#broken.abort();
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

/** Chromium keeps the bodies of answers for its inspector, which nobody reads here. */
const KEEP_NO_BODIES = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

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
