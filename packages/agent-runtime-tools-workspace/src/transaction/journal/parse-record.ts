import type { ChangeRecord } from './change-record.ts';

/** The record in a file of the journal or of the changes; undefined when it is missing or damaged. */
export function parseRecord(bytes: Uint8Array | undefined): ChangeRecord | undefined {
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The folder is this runtime's own: only damage is looked for. JSON that was cut does not parse. */
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
