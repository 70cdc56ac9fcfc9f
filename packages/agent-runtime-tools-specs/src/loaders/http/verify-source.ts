import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/** How a document proves that it is the one that the host means. */
export interface SourceProof {
  /** The SHA-256 of the document, in hexadecimal or as `sha256-BASE64`. */
  readonly digest?: string;
  /** An Ed25519 public key, in PEM. The document is signed with its private key. */
  readonly publicKey?: string;
  /** The server is trusted without a proof. */
  readonly trustServer?: boolean;
}

/** Checks documents. Throws at once for a proof that is none. */
export class SourceVerifier {
  readonly #digest: Buffer | undefined;
  readonly #key: KeyObject | undefined;

  constructor({ digest, publicKey, trustServer = false }: SourceProof) {
    if (digest === undefined && publicKey === undefined && !trustServer)
      throw new TypeError('Specs decide what is run: give a digest or a publicKey, or say trustServer: true.');
    this.#digest = digest === undefined ? undefined : readDigest(digest);
    this.#key = publicKey === undefined ? undefined : createPublicKey(publicKey);
    if (this.#key !== undefined && this.#key.asymmetricKeyType !== 'ed25519')
      throw new TypeError('The publicKey must be an Ed25519 key.');
  }

  get needsSignature(): boolean {
    return this.#key !== undefined;
  }

  /** Throws if the bytes are not what they should be. */
  check(bytes: Uint8Array, signature: string | undefined): void {
    if (this.#digest !== undefined) {
      const actual = createHash('sha256').update(bytes).digest();
      if (!timingSafeEqual(actual, this.#digest))
        throw new Error(`The document has the SHA-256 ${actual.toString('hex')}, not the pinned one.`);
    }
    if (this.#key !== undefined && !verify(null, bytes, this.#key, Buffer.from(signature?.trim() ?? '', 'base64')))
      throw new Error('The signature of the document is not right.');
  }
}

function readDigest(text: string): Buffer {
  const [, base64] = /^sha256-([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  throw new TypeError('The digest must be a SHA-256: 64 hexadecimal digits, or sha256-BASE64.');
}
