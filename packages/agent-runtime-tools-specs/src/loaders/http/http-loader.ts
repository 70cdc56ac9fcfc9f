import type { GuardedResponse, Network, NetworkOptions } from '@ku0/agent-runtime-tools-net';
import { failedSource, sourceFromBytes, type SpecReader } from '../read-text.ts';
import type { SourceChange, SpecLoader, SpecSource } from '../spec-loader.ts';
import { SourceVerifier, type SourceProof } from './verify-source.ts';

export interface HttpLoaderOptions extends SourceProof {
  /** Where the signature is, in Base64. Default: the address of the document with `.sig` after it. */
  readonly signatureUrl?: string;
  /** The network to use. The host closes it. Default: a new one, with these options. */
  readonly network?: Network | NetworkOptions;
  /** Of the request, such as credentials. They stay with the server of the address. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Default 16 MiB. */
  readonly maxBytes?: number;
  /** How often it looks for changes while it is watched. Default 60,000. */
  readonly pollMs?: number;
  /** Reads another format, such as `openApiReader()`. Default: specs of this package. */
  readonly read?: SpecReader;
}

/**
 * Loads specs from an address. Unchanged documents are not sent again, if the server knows ETags. A document that cannot be
 * fetched or verified is a problem, and the specs that were loaded before stay. Throws for options without a proof.
 */
export function httpLoader(url: string, options: HttpLoaderOptions): SpecLoader {
  return new HttpLoader(url, options);
}

const MAX_BYTES = 16 * 1024 * 1024;

class HttpLoader implements SpecLoader {
  readonly name: string;
  readonly #url: string;
  readonly #options: HttpLoaderOptions;
  readonly #verifier: SourceVerifier;
  #network: Promise<Network> | undefined;
  /** The last good document, and its ETag. */
  #last: { readonly etag: string; readonly source: SpecSource } | undefined;

  constructor(url: string, options: HttpLoaderOptions) {
    this.name = url;
    this.#url = url;
    this.#options = options;
    this.#verifier = new SourceVerifier(options);
  }

  async load({ signal }: { readonly signal?: AbortSignal }): Promise<SpecSource[]> {
    return [await this.#fetchSource(signal)];
  }

  watch(report: (changes: readonly SourceChange[]) => void): Promise<() => Promise<void>> {
    const stop = new AbortController();
    let polling: Promise<void> = Promise.resolve();
    const poll = async (): Promise<void> => {
      const source = await this.#fetchSource(stop.signal);
      if (!stop.signal.aborted) report([source]);
    };
    const timer = setInterval(() => {
      // A server that is slow is not asked twice at once.
      polling = polling.then(poll).catch(() => undefined);
    }, this.#options.pollMs ?? 60_000).unref();
    return Promise.resolve(async () => {
      clearInterval(timer);
      stop.abort();
      await polling;
    });
  }

  async close(): Promise<void> {
    const network = await this.#network;
    this.#network = undefined;
    if (!isNetwork(this.#options.network)) await network?.close();
  }

  async #fetchSource(signal: AbortSignal | undefined): Promise<SpecSource> {
    const place = { id: this.#url, label: this.#url };
    let bytes: Uint8Array;
    let etag: string | null;
    let signature: string | undefined;
    try {
      const response = await this.#get(this.#url, signal, this.#last && { 'if-none-match': this.#last.etag });
      if (response.status === 304 && this.#last !== undefined) return this.#last.source;
      bytes = await this.#body(response);
      etag = response.headers.get('etag');
      if (this.#verifier.needsSignature) signature = await this.#fetchSignature(signal);
    } catch (error) {
      return failedSource(place, 'unreadable', error);
    }
    try {
      this.#verifier.check(bytes, signature);
    } catch (error) {
      return failedSource(place, 'unverified', error);
    }
    const source = await sourceFromBytes(place, bytes, this.#options.read);
    if (source.failed !== true) this.#last = etag === null ? undefined : { etag, source };
    return source;
  }

  async #fetchSignature(signal: AbortSignal | undefined): Promise<string> {
    const response = await this.#get(this.#options.signatureUrl ?? `${this.#url}.sig`, signal);
    return Buffer.from(await this.#body(response, MAX_SIGNATURE)).toString('latin1');
  }

  async #get(
    url: string,
    signal: AbortSignal | undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<GuardedResponse> {
    const { headers, timeoutMs = 10_000 } = this.#options;
    const network = await this.#open();
    const response = await network.fetch(url, {
      headers: { ...headers, ...more },
      timeoutMs,
      ...(signal !== undefined && { signal }),
    });
    if (response.ok || response.status === 304) return response;
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}.`);
  }

  async #body(response: GuardedResponse, limit = this.#options.maxBytes ?? MAX_BYTES): Promise<Uint8Array> {
    const { readAtMost } = await import('@ku0/agent-runtime-tools-net');
    const { bytes, truncated } = await readAtMost(response, limit);
    if (truncated) throw new RangeError(`The document has more than ${limit} bytes.`);
    return bytes;
  }

  #open(): Promise<Network> {
    const { network } = this.#options;
    this.#network ??= isNetwork(network)
      ? Promise.resolve(network)
      : import('@ku0/agent-runtime-tools-net').then(({ createNetwork }) => createNetwork(network));
    return this.#network;
  }
}

const MAX_SIGNATURE = 1_000;

function isNetwork(network: Network | NetworkOptions | undefined): network is Network {
  return network !== undefined && 'fetch' in network;
}
