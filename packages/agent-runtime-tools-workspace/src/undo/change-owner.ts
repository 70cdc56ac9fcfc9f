import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { ChangeRecord } from '../transaction/journal/change-record.ts';

/** Selects the changes of a task, of a principal, or, if empty, of everybody. */
export type ChangeFilter = Partial<Owner>;

type Origin = Pick<ChangeRecord, 'principalId' | 'taskId'>;

/** A filter with a task but no principal matches changes of a host that names no principals. */
export function matchesFilter(record: Origin, { principalId, taskId }: ChangeFilter): boolean {
  if (principalId === undefined && taskId === undefined) return true;
  if ((record.principalId ?? '') !== (principalId ?? '')) return false;
  return taskId === undefined || record.taskId === taskId;
}

/** The key by which retention counts changes. */
export function ownerKeyOf({ principalId = '', taskId = '' }: Origin): string {
  return ownerKey({ principalId, taskId });
}

/** The undo step that a change belongs to: all changes of a call are one step. */
export function undoStepOf(record: Pick<ChangeRecord, 'principalId' | 'taskId' | 'callId' | 'callKey' | 'id'>): string {
  return record.callKey ?? (record.callId === undefined ? record.id : `${ownerKeyOf(record)}/${record.callId}`);
}
