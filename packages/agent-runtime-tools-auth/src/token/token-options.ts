import type { Clock, Principal, ToolError } from '@ku0/agent-runtime-tools-core';
import type { Network } from '@ku0/agent-runtime-tools-net';

/** Which tokens are accepted, and what they say about the caller. */
export interface TokenVerifierOptions {
  /** The `iss` of every accepted token, exactly. */
  readonly issuer: string;
  /** A token must be meant for one of these. */
  readonly audience: string | readonly string[];
  /** The only accepted algorithms, such as `['RS256']`. `none` is refused, and so is a mix of secrets and public keys. */
  readonly algorithms: readonly string[];
  readonly keys: TokenKeys;
  /** How far the clocks of issuer and host may differ. Default: 5 seconds. */
  readonly clockToleranceSeconds?: number;
  /** Refuses tokens that were issued longer ago, whatever their `exp` says. */
  readonly maxAgeSeconds?: number;
  /** The `typ` of the header, such as `at+jwt`: keeps other tokens of the same issuer from being used here. */
  readonly type?: string;
  /** The id of the principal. Default: the claim `sub`. */
  readonly principalId?: (claims: TokenClaims) => string;
  /** The claim with the roles, a list or a text with spaces such as `scope`; or a function. Default: `roles`. */
  readonly roles?: string | ((claims: TokenClaims) => readonly string[]);
  /** Fetches the keys. Default: a network that reaches public addresses only. */
  readonly network?: Network;
  /** Default: the system's clock. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** The keys of the issuer. */
export type TokenKeys =
  /** Where the issuer publishes its keys, with https. They are fetched on demand and again after ten minutes. */
  | { readonly jwksUrl: string | URL }
  /** The published keys themselves. */
  | { readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } }
  /** One public key, as PEM. */
  | { readonly publicKey: string }
  /** A secret that issuer and host share: as many bytes as the hash of the algorithm has. */
  | { readonly secret: Uint8Array };

/** The claims of a verified token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

export type VerifiedToken =
  | {
      readonly ok: true;
      /** For the options of `execute`. */
      readonly principal: Principal;
      readonly claims: TokenClaims;
      /** Milliseconds since the epoch. */
      readonly expiresAt: number;
    }
  | { readonly ok: false; readonly error: ToolError };

export interface TokenVerifier {
  /** Checks a token. Never rejects: a token that is not accepted is a result. */
  verify(token: string): Promise<VerifiedToken>;
  /** Ends connections to the issuer. */
  close(): Promise<void>;
}
