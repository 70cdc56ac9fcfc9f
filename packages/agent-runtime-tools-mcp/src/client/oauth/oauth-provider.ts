import { createHash, randomBytes } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { HttpServerConfig } from '../config/server-config.ts';
import type { CredentialFile } from './credential-file.ts';

/** How a person authorizes servers. */
export interface OAuthOptions {
  /** Where the authorization server sends the person back to. */
  readonly redirectUrl: string;
  /** Shows the address to the person, and resolves to the address that the person was sent back to. */
  readonly authorize: (
    url: URL,
    options: { readonly server: string; readonly signal: AbortSignal },
  ) => Promise<string | URL>;
  /** What authorization servers see. */
  readonly clientName?: string;
}

/** Keeps the credentials for one server in a file, and lets the host show the authorization page. */
export class StoredOAuthProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly #options: OAuthOptions;
  readonly #config: HttpServerConfig;
  readonly #file: CredentialFile;
  #state = '';
  #verifier = '';
  #page: URL | undefined;

  constructor(options: OAuthOptions, config: HttpServerConfig, file: CredentialFile) {
    this.#options = options;
    this.#config = config;
    this.#file = file;
    if (config.oauth?.clientMetadataUrl !== undefined) this.clientMetadataUrl = config.oauth.clientMetadataUrl;
  }

  get redirectUrl(): string {
    return this.#options.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope } = this.#config.oauth ?? {};
    return {
      client_name: this.#options.clientName ?? 'agent-runtime-tools',
      redirect_uris: [this.#options.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...(scope !== undefined && { scope }),
    };
  }

  state(): string {
    this.#state = randomBytes(24).toString('base64url');
    return this.#state;
  }

  async clientInformation(context?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.#config.oauth ?? {};
    if (clientId !== undefined)
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    const { clients = {} } = await this.#file.read();
    return clients[issuerKey(context)] as StoredOAuthClientInformation | undefined;
  }

  async saveClientInformation(
    information: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): Promise<void> {
    await this.#file.update((data) => ({ ...data, clients: { ...data.clients, [issuerKey(context)]: information } }));
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const { tokens = {}, latest } = await this.#file.read();
    const key = context === undefined ? latest : issuerKey(context);
    return key === undefined ? undefined : (tokens[key] as StoredOAuthTokens | undefined);
  }

  async saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): Promise<void> {
    const key = issuerKey(context);
    await this.#file.update((data) => ({ ...data, latest: key, tokens: { ...data.tokens, [key]: tokens } }));
  }

  /** Only remembers the page: the connection shows it, and continues when the person comes back. */
  redirectToAuthorization(url: URL): void {
    this.#page = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'verifier' || scope === 'all') this.#verifier = '';
    if (scope === 'tokens' || scope === 'all') await this.#file.update(({ tokens: _, latest: __, ...rest }) => rest);
    if (scope === 'client' || scope === 'all') await this.#file.update(({ clients: _, ...rest }) => rest);
  }

  /** Shows the page that the SDK asked for. Resolves to the parameters that the person came back with. */
  async authorize(server: string, signal: AbortSignal): Promise<URLSearchParams> {
    const page = this.#page;
    if (page === undefined) throw new Error('The server asks for an authorization but names no page for it.');
    const returned = new URL(await this.#options.authorize(page, { server, signal }), this.#options.redirectUrl);
    // A state that was not sent means that somebody else started the authorization.
    const sent = page.searchParams.get('state');
    if (sent !== null && returned.searchParams.get('state') !== sent)
      throw new Error('The authorization came back with another state.');
    return returned.searchParams;
  }
}

function issuerKey(context: OAuthClientInformationContext | undefined): string {
  return createHash('sha256')
    .update(context?.issuer ?? '')
    .digest('hex')
    .slice(0, 32);
}
