import type { ChangeRecord } from './change-record.ts';

/** Parses a record of the journal or of the list of changes; undefined if it is missing or damaged. */
export function parseRecord(bytes: Uint8Array | undefined): ChangeRecord | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The folder belongs to this runtime, so only damage is checked for. Incomplete JSON does not parse. */
function isRecord(value: unknown): value is ChangeRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    /^[0-9a-z]+$/.test(value.id) &&
    'owner' in value &&
    typeof value.owner === 'string' &&
    'time' in value &&
    typeof value.time === 'number' &&
    'folders' in value &&
    Array.isArray(value.folders) &&
    'emptied' in value &&
    Array.isArray(value.emptied) &&
    'operations' in value &&
    Array.isArray(value.operations)
  );
}
