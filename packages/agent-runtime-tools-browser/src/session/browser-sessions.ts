import { ToolFailure, ownerKey, systemClock, type Clock, type Owner } from '@ku0/agent-runtime-tools-core';
import { compileHostPatterns, createNetwork, type Network } from '@ku0/agent-runtime-tools-net';
import { DEFAULT_OPTIONS, type BrowserPackOptions } from '../browser-options.ts';
import { browserErrors } from '../errors.ts';
import { findChromium } from '../launch/find-chromium.ts';
import { BrowserSession } from './browser-session.ts';

/** The browser sessions of a host: at most one for each task of each principal. Throws a TypeError at faulty options. */
export class BrowserSessions {
  readonly options: BrowserPackOptions & Required<Pick<BrowserPackOptions, keyof typeof DEFAULT_OPTIONS>>;
  readonly isAllowedHost: (host: string) => boolean;
  readonly sandbox: boolean;
  readonly #entries = new Map<string, Entry>();
  /** Sessions whose browsers have not ended yet. They count, because they hold as much as open ones. */
  readonly #ending = new Map<Entry, Promise<void>>();
  readonly network: Network;
  #isShutDown = false;

  constructor(options: BrowserPackOptions = {}) {
    this.options = { ...DEFAULT_OPTIONS, ...options };
    for (const name of POSITIVE_NUMBERS) {
      if (!(this.options[name] > 0)) throw new TypeError(`${name} must be a number over 0.`);
    }
    this.isAllowedHost = compileHostPatterns(options.allowHosts ?? []);
    this.sandbox = options.sandbox ?? process.getuid?.() !== 0;
    this.network = options.network ?? createNetwork(options);
  }

  /** How many sessions are open or starting. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * The session of the owner, if it has started.
   * @internal Not in the declarations, which would need the types of Playwright and of the DOM.
   */
  get(owner: Owner): BrowserSession | undefined {
    return this.#entries.get(ownerKey(owner))?.session;
  }

  /**
   * The session of the owner; starts one if there is none. Calls that come while it starts wait for the same session.
   * @internal
   */
  async open(owner: Owner, { signal, viewport = DEFAULT_VIEWPORT }: OpenOptions): Promise<BrowserSession> {
    if (this.#isShutDown) throw new ToolFailure(browserErrors.BROWSER_CLOSED());
    const key = ownerKey(owner);
    const existing = this.#entries.get(key);
    if (existing !== undefined) return existing.started;
    this.#checkLimits(owner);
    const stop = new AbortController();
    const remove = (): void => {
      if (this.#entries.get(key) !== entry) return;
      entry.cancelIdle?.();
      this.#entries.delete(key);
    };
    const entry: Entry = {
      owner,
      stop,
      busy: 0,
      started: this.#start(AbortSignal.any([stop.signal, signal]), viewport, remove),
    };
    this.#entries.set(key, entry);
    try {
      entry.session = await entry.started;
      return entry.session;
    } catch (error) {
      remove();
      throw error;
    }
  }

  async #start(signal: AbortSignal, viewport: Viewport, onClosed: () => void): Promise<BrowserSession> {
    const executablePath = await findChromium({ executablePath: this.options.executablePath });
    const { isAllowedHost, network, sandbox } = this;
    const { maxResponseBytes, maxActionBytes } = this.options;
    const limits = { maxResponseBytes, maxActionBytes };
    return BrowserSession.start(
      { executablePath, network, limits, sandbox, viewport, isAllowedHost, onClosed },
      signal,
    );
  }

  /** Runs work on the owner's session. The idle time starts anew when the last such work has ended. */
  async whileBusy<T>(owner: Owner, work: () => Promise<T>, clock: Clock = systemClock): Promise<T> {
    const entry = this.#entries.get(ownerKey(owner));
    if (entry === undefined) return work();
    entry.cancelIdle?.();
    entry.busy++;
    try {
      return await work();
    } finally {
      entry.busy--;
      if (entry.busy === 0 && this.#entries.get(ownerKey(owner)) === entry)
        entry.cancelIdle = clock.schedule(() => void this.#end(entry), this.options.idleMs);
    }
  }

  /** Closes the session of the owner. Returns whether there was one. */
  async close(owner: Owner): Promise<boolean> {
    const entry = this.#entries.get(ownerKey(owner));
    if (entry !== undefined) await this.#end(entry);
    return entry !== undefined;
  }

  /** Called by the coordinator when a task ends. */
  async endTask(_: string, owner: Owner): Promise<void> {
    await this.close(owner);
  }

  /** Closes all sessions, and waits for those that are already closing. */
  async shutdown(): Promise<void> {
    this.#isShutDown = true;
    for (const entry of this.#entries.values()) void this.#end(entry);
    await Promise.all(this.#ending.values());
    if (this.options.network === undefined) await this.network.close();
  }

  #end(entry: Entry): Promise<void> {
    entry.cancelIdle?.();
    this.#entries.delete(ownerKey(entry.owner));
    entry.stop.abort(new ToolFailure(browserErrors.BROWSER_CLOSED()));
    const ending = entry.started.then(
      (session) => session.close(),
      () => undefined,
    );
    this.#ending.set(entry, ending);
    return ending.finally(() => this.#ending.delete(entry));
  }

  #checkLimits({ principalId }: Owner): void {
    const { maxSessions, maxSessionsPerPrincipal } = this.options;
    const taken = [...this.#entries.values(), ...this.#ending.keys()];
    const own = taken.filter(({ owner }) => owner.principalId === principalId).length;
    const message =
      own >= maxSessionsPerPrincipal
        ? `${own} browser sessions of this principal are open, which is the limit.`
        : taken.length >= maxSessions
          ? `${maxSessions} browser sessions are open, which is the limit.`
          : undefined;
    if (message !== undefined) throw new ToolFailure(browserErrors.TOO_MANY_SESSIONS({ message }));
  }
}

interface Entry {
  readonly owner: Owner;
  readonly stop: AbortController;
  readonly started: Promise<BrowserSession>;
  session?: BrowserSession;
  /** How many calls are working on the session. */
  busy: number;
  cancelIdle?: () => void;
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

interface OpenOptions {
  readonly signal: AbortSignal;
  readonly viewport?: Viewport | undefined;
}

const POSITIVE_NUMBERS = [
  'maxSessions',
  'maxSessionsPerPrincipal',
  'idleMs',
  'maxScreenshotBytes',
  'maxResponseBytes',
  'maxActionBytes',
] as const;
const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 800 };

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    browser?: BrowserSessions;
  }
}
