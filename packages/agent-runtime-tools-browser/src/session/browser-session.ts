import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FairSemaphore, ToolFailure, type Owner } from '@ku0/agent-runtime-tools-core';
import {
  netErrors,
  startProxy,
  type GuardedProxy,
  type Network,
  type ProxyRefusal,
} from '@ku0/agent-runtime-tools-net';
import type { Browser, BrowserContext } from 'playwright-core';
import { browserErrors } from '../errors.ts';
import { launchChromium } from '../launch/launch-chromium.ts';
import { hostOfPage } from './host-of-page.ts';
import { JudgedHosts } from './judged-hosts.ts';
import { PageLog } from './page-log.ts';
import { Tab } from './tab.ts';

export interface SessionOptions {
  readonly executablePath: string;
  readonly network: Network;
  readonly limits: { readonly maxResponseBytes: number; readonly maxActionBytes: number };
  readonly sandbox: boolean;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isAllowedHost: (host: string) => boolean;
  readonly onClosed: () => void;
}

/** How the call in progress was let through: by a person or a policy, or because its host needs no approval. */
export type Consent = 'approved' | 'unasked';

/** The browser of one task: a process with its own profile, proxy and tab. */
export class BrowserSession {
  readonly log = new PageLog();
  readonly judgedHosts = new JudgedHosts();
  /** The elements of the last snapshot by reference, in words: `button "Send"`. */
  elements: ReadonlyMap<string, string> = new Map();
  readonly #options: SessionOptions;
  readonly #turns = new FairSemaphore({ limit: 1 });
  readonly #refusals: ProxyRefusal[] = [];
  readonly #closing = new AbortController();
  #home: string | undefined;
  #proxy: GuardedProxy | undefined;
  #browser: Browser | undefined;
  #context: BrowserContext | undefined;
  #tab: Tab | undefined;
  #consent: Consent | undefined;
  #closed: Promise<void> | undefined;

  private constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Starts the browser. If the signal fires meanwhile, everything is ended again. */
  static async start(options: SessionOptions, signal: AbortSignal): Promise<BrowserSession> {
    const session = new BrowserSession(options);
    try {
      await session.#start(signal);
      signal.throwIfAborted();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    const { executablePath, network, limits, sandbox, viewport } = this.#options;
    this.#home = await mkdtemp(join(tmpdir(), 'agent-browser-'));
    this.#proxy = await startProxy(network, {
      maxResponseBytes: limits.maxResponseBytes,
      maxTotalBytes: limits.maxActionBytes,
      onRefused: (refusal) => {
        const isRefusal = refusal.error?.code === netErrors.URL_REFUSED.code;
        this.log.add(isRefusal ? 'refused' : 'request-failed', `${refusal.host}:${refusal.port}: ${refusal.reason}`);
        this.#refusals.push(refusal);
        if (this.#refusals.length > MAX_REFUSALS) this.#refusals.shift();
      },
    });
    signal.throwIfAborted();
    this.#browser = await launchChromium({ executablePath, sandbox, home: this.#home, proxy: this.#proxy });
    signal.throwIfAborted();
    this.#browser.once('disconnected', () => void this.close());
    this.#context = await this.#browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { ...viewport },
    });
  }

  /** The address of the page in the tab; `about:blank` if there is none. */
  get url(): string {
    return this.#tab === undefined || this.#tab.isClosed ? 'about:blank' : this.#tab.page.url();
  }

  /** The hosts of the frames in the tab that show pages of their own. */
  get frameHosts(): (string | undefined)[] {
    if (this.#tab === undefined || this.#tab.isClosed) return [];
    const frames = this.#tab.page.frames().slice(1);
    return frames
      .map((frame) => frame.url())
      .filter((url) => !INHERITED_PAGE.test(url))
      .map(hostOfPage);
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Why the proxy refused the last request to the host, if it did so during the current action. */
  refusalOf(host: string | undefined): ProxyRefusal | undefined {
    return this.#refusals.findLast((refusal) => refusal.host === host);
  }

  /**
   * Runs an action when the earlier ones have ended. If the action has not ended soon after the signal fired, its tab is
   * closed, which ends everything that waits for the page. Cookies stay.
   */
  async run<T>(action: (tab: Tab) => Promise<T>, { owner, consent, signal }: RunOptions): Promise<T> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    const turn = await this.#turns.acquire(owner, { signal: stop });
    let closeTab: NodeJS.Timeout | undefined;
    const onStop = (): void => {
      void this.#tab?.stopLoading();
      closeTab = setTimeout(() => void this.#tab?.close(), STOP_GRACE_MS);
    };
    try {
      this.#refusals.length = 0;
      this.#proxy?.renewBudget();
      this.#consent = consent;
      const tab = await this.#currentTab();
      tab.takeRefusedHost();
      stop.addEventListener('abort', onStop, { once: true });
      stop.throwIfAborted();
      return await action(tab);
    } catch (error) {
      signal.throwIfAborted();
      if (this.isClosed) throw new ToolFailure(browserErrors.BROWSER_CLOSED(), { cause: error });
      throw error;
    } finally {
      stop.removeEventListener('abort', onStop);
      clearTimeout(closeTab);
      this.#consent = undefined;
      turn.release();
    }
  }

  /** Ends the browser and removes its profile. Never rejects. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new ToolFailure(browserErrors.BROWSER_CLOSED()));
    this.#options.onClosed();
    await this.#browser?.close().catch(() => undefined);
    await this.#proxy?.close();
    if (this.#home !== undefined)
      await rm(this.#home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }

  async #currentTab(): Promise<Tab> {
    if (this.#context === undefined || this.isClosed) throw new ToolFailure(browserErrors.BROWSER_CLOSED());
    if (this.#tab === undefined || this.#tab.isClosed)
      this.#tab = await Tab.open(this.#context, this.log, {
        mayNavigate: (host) => this.#mayNavigate(host),
        maxResponseBytes: this.#options.limits.maxResponseBytes,
      });
    return this.#tab;
  }

  /**
   * An approved call may go anywhere that the proxy allows. Otherwise a page of an allowed host cannot take the tab to
   * other hosts, where the next click would need approval; a page that a person approved may go on by itself.
   */
  #mayNavigate(host: string | undefined): boolean {
    const { isAllowedHost } = this.#options;
    if (this.#consent === 'approved' || (host !== undefined && isAllowedHost(host))) return true;
    const current = hostOfPage(this.url);
    return this.#consent !== 'unasked' && !(current !== undefined && isAllowedHost(current));
  }
}

export interface RunOptions {
  readonly owner: Owner;
  /** Absent for actions that only look at the page. */
  readonly consent?: Consent | undefined;
  readonly signal: AbortSignal;
}

/** Pages whose content comes from the page that embeds them. */
const INHERITED_PAGE = /^(?:about:(?:blank|srcdoc)\b.*)?$/;
const MAX_REFUSALS = 50;
/** How long an action may take to end by itself after its signal has fired. */
const STOP_GRACE_MS = 300;
