import { isRecord } from '@ku0/agent-runtime-tools-core';
/** Content that a person can trust. */
export interface TrustSubject {
  /** The folder of the workspace; links are resolved. */
  readonly workspace: string;
  /** A name for the content, such as `hooks:.claude/settings.json`. */
  readonly subject: string;
  /** The digest of the exact content: see `trustDigest`. */
  readonly digest: string;
}

export interface TrustEntry extends TrustSubject {
  /** ISO 8601. */
  readonly trustedAt: string;
}

/** Parses the whole file or throws: a damaged store must not be used in part. */
export function parseTrustFile(text: string): readonly TrustEntry[] {
  const file: unknown = JSON.parse(text);
  if (!isRecord(file) || file['version'] !== 1 || !Array.isArray(file['entries']))
    throw new Error('it is not a trust store of version 1');
  return file['entries'].map((entry: unknown) => {
    if (!isEntry(entry)) throw new Error('it has an invalid entry');
    const { workspace, subject, digest, trustedAt } = entry;
    return { workspace, subject, digest, trustedAt };
  });
}

function isEntry(value: unknown): value is TrustEntry {
  return isRecord(value) && FIELDS.every((field) => Object.hasOwn(value, field) && typeof value[field] === 'string');
}

const FIELDS = ['workspace', 'subject', 'digest', 'trustedAt'];
