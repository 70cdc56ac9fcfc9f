import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { ChangeRecord } from '../transaction/journal/change-record.ts';

/** Whose changes are meant: a task's, all of a principal's, or, where nothing is said, everybody's. */
export type ChangeFilter = Partial<Owner>;

type Origin = Pick<ChangeRecord, 'principalId' | 'taskId'>;

/** A filter that names a task and no principal means a host that names none. */
export function isMeant(record: Origin, { principalId, taskId }: ChangeFilter): boolean {
  if (principalId === undefined && taskId === undefined) return true;
  if ((record.principalId ?? '') !== (principalId ?? '')) return false;
  return taskId === undefined || record.taskId === taskId;
}

/** What changes are counted by. */
export function ownerKeyOf({ principalId = '', taskId = '' }: Origin): string {
  return ownerKey({ principalId, taskId });
}

/** What belongs together in one step of undo: the changes of a call. */
export function stepOf(record: Pick<ChangeRecord, 'principalId' | 'taskId' | 'callId' | 'callKey' | 'id'>): string {
  return record.callKey ?? (record.callId === undefined ? record.id : `${ownerKeyOf(record)}/${record.callId}`);
}
