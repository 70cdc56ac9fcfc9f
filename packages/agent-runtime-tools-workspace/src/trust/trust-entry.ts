/** Content that somebody may trust. */
export interface TrustSubject {
  /** The workspace's folder; its real path counts. */
  readonly workspace: string;
  /** What it is, in the workspace's own terms: `hooks:.claude/settings.json`. */
  readonly subject: string;
  /** Of the exact content: see `trustDigest`. */
  readonly digest: string;
}

export interface TrustEntry extends TrustSubject {
  /** ISO 8601. */
  readonly trustedAt: string;
}

/** Reads the whole file or throws: half a trust store is none. */
export function parseTrustFile(text: string): readonly TrustEntry[] {
  const file: unknown = JSON.parse(text);
  if (!isRecord(file) || file['version'] !== 1 || !Array.isArray(file['entries']))
    throw new Error('it is not a trust store of version 1');
  return file['entries'].map((entry: unknown) => {
    if (!isEntry(entry)) throw new Error('it holds an entry that is none');
    const { workspace, subject, digest, trustedAt } = entry;
    return { workspace, subject, digest, trustedAt };
  });
}

function isEntry(value: unknown): value is TrustEntry {
  return isRecord(value) && FIELDS.every((field) => Object.hasOwn(value, field) && typeof value[field] === 'string');
}

const FIELDS = ['workspace', 'subject', 'digest', 'trustedAt'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
