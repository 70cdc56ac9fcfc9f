import { parseResponse } from '../gate/approval-request.ts';
import type { PendingApproval, RememberedApproval } from './approval-store.ts';

/** Reads a stored approval; throws on anything that is none. One that names no principal is nobody's in particular. */
export function parseApproval(value: unknown): RememberedApproval {
  if (!isRecord(value) || !TEXTS.every((name) => typeof value[name] === 'string')) throw new Error('not an approval');
  const { rule, key, forTool, principalId, taskId, expiresAt, createdAt } = value;
  const isRight =
    isTextOrAbsent(rule) &&
    isTextOrAbsent(key) &&
    (forTool === undefined || forTool === true) &&
    [rule, key, forTool].filter((each) => each !== undefined).length === 1 &&
    isTextOrAbsent(principalId) &&
    isTextOrAbsent(taskId) &&
    Number.isFinite(createdAt) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isRight) throw new Error('not an approval');
  const approval = value as unknown as RememberedApproval;
  return principalId === undefined ? { ...approval, principalId: '' } : approval;
}

/** Reads a stored request; throws on anything that is none. */
export function parsePending(value: unknown): PendingApproval {
  if (!isRecord(value) || typeof value['key'] !== 'string' || !isRecord(value['request'])) {
    throw new Error('not a pending request');
  }
  const { request, answer, holder } = value;
  const callId = request['callId'] ?? request['stepId'];
  const { principal } = request;
  const isRight =
    REQUEST_TEXTS.every((name) => typeof request[name] === 'string') &&
    typeof callId === 'string' &&
    (principal === undefined || (isRecord(principal) && typeof principal['id'] === 'string')) &&
    isRecord(request['args']) &&
    Number.isFinite(request['expiresAt']) &&
    (holder === undefined || isHolder(holder)) &&
    (answer === undefined || parseResponse(answer) !== undefined);
  if (!isRight) throw new Error('not a pending request');
  const pending = value as unknown as PendingApproval;
  return request['callId'] === undefined ? { ...pending, request: { ...pending.request, callId } } : pending;
}

function isHolder(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['process'] === 'string' &&
    Number.isFinite(value['until'])
  );
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

const TEXTS = ['id', 'tool', 'covers', 'cwd', 'environment', 'scripts'];
const REQUEST_TEXTS = ['id', 'taskId', 'tool', 'digest', 'reason', 'cwd'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
