import { isRecord } from '@ku0/agent-runtime-tools-core';
import { parseResponse } from '../gate/approval-request.ts';
import type { PendingApproval, RememberedApproval, SettledRequest } from './approval-store.ts';

/** Parses a stored approval; throws if it is not valid. Older records name no principal, which means the empty one. */
export function parseApproval(value: unknown): RememberedApproval {
  if (!isRecord(value) || !APPROVAL_STRINGS.every((name) => typeof value[name] === 'string'))
    throw new Error('not an approval');
  const { rule, key, forTool, principalId, taskId, expiresAt, createdAt } = value;
  const isValid =
    isOptionalString(rule) &&
    isOptionalString(key) &&
    (forTool === undefined || forTool === true) &&
    [rule, key, forTool].filter((each) => each !== undefined).length === 1 &&
    isOptionalString(principalId) &&
    isOptionalString(taskId) &&
    Number.isFinite(createdAt) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isValid) throw new Error('not an approval');
  const approval = value as unknown as RememberedApproval;
  return principalId === undefined ? { ...approval, principalId: '' } : approval;
}

/** Parses a stored request; throws if it is not valid. Older records call the `callId` `stepId`. */
export function parsePending(value: unknown): PendingApproval {
  if (!isRecord(value) || typeof value['key'] !== 'string' || !isRecord(value['request'])) {
    throw new Error('not a pending request');
  }
  const { request, answer, holder, answeredBy } = value;
  const callId = request['callId'] ?? request['stepId'];
  const { principal } = request;
  const isValid =
    REQUEST_STRINGS.every((name) => typeof request[name] === 'string') &&
    typeof callId === 'string' &&
    (principal === undefined || (isRecord(principal) && typeof principal['id'] === 'string')) &&
    isRecord(request['args']) &&
    Number.isFinite(request['expiresAt']) &&
    (holder === undefined || isHolder(holder)) &&
    (answeredBy === undefined || isSource(answeredBy)) &&
    (answer === undefined || parseResponse(answer) !== undefined);
  if (!isValid) throw new Error('not a pending request');
  const pending = value as unknown as PendingApproval;
  return request['callId'] === undefined ? { ...pending, request: { ...pending.request, callId } } : pending;
}

function isHolder(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['process'] === 'string' &&
    Number.isFinite(value['until']) &&
    (value['takesAnswers'] === undefined || value['takesAnswers'] === true)
  );
}

/** Parses what is remembered of an answered request; throws if it is not valid. */
export function parseSettled(value: unknown): SettledRequest {
  const isValid =
    isRecord(value) &&
    SETTLED_STRINGS.every((name) => typeof value[name] === 'string') &&
    typeof value['approved'] === 'boolean' &&
    isSource(value['source']);
  if (!isValid) throw new Error('not a settled request');
  return value as unknown as SettledRequest;
}

function isSource(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['by'] === 'string' &&
    Number.isFinite(value['at'])
  );
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

const APPROVAL_STRINGS = ['id', 'tool', 'covers', 'cwd', 'environment', 'scripts'];
const SETTLED_STRINGS = ['requestId', 'principalId', 'takenBy'];
const REQUEST_STRINGS = ['id', 'taskId', 'tool', 'digest', 'reason', 'cwd'];
