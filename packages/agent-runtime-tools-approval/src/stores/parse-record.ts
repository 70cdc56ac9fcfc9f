import type { PendingApproval, RememberedApproval } from './approval-store.ts';

/** Reads a stored approval; throws on anything that is none. */
export function parseApproval(value: unknown): RememberedApproval {
  if (!isRecord(value) || !TEXTS.every((name) => typeof value[name] === 'string')) throw new Error('not an approval');
  const { rule, key, expiresAt, createdAt } = value;
  const isRight =
    (rule === undefined || typeof rule === 'string') &&
    (key === undefined || typeof key === 'string') &&
    (rule === undefined) !== (key === undefined) &&
    Number.isFinite(createdAt) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isRight) throw new Error('not an approval');
  return value as unknown as RememberedApproval;
}

/** Reads a stored request; throws on anything that is none. */
export function parsePending(value: unknown): PendingApproval {
  if (!isRecord(value) || typeof value['key'] !== 'string' || !isRecord(value['request'])) {
    throw new Error('not a pending request');
  }
  const { request, answer } = value;
  const isRight =
    REQUEST_TEXTS.every((name) => typeof request[name] === 'string') &&
    isRecord(request['args']) &&
    Number.isFinite(request['expiresAt']) &&
    (answer === undefined || (isRecord(answer) && typeof answer['approved'] === 'boolean'));
  if (!isRight) throw new Error('not a pending request');
  return value as unknown as PendingApproval;
}

const TEXTS = ['id', 'tool', 'covers', 'cwd', 'environment', 'scripts'];
const REQUEST_TEXTS = ['id', 'stepId', 'tool', 'digest', 'reason', 'cwd'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
