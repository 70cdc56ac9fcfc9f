import { randomUUID } from 'node:crypto';
import { Type, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ChangeEntry, FileDiff, UndoAnswer } from '@ku0/studio/api';
import { changeEntries } from '../../changes/change-entries.ts';
import { changesOfTask, type UndoSelection } from '../../changes/undo-selection.ts';
import { ApiFailure, type Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { visibleCopy } from '../visible-copy.ts';
import { Texts } from './schemas.ts';

/** The journal of changes, their diffs, and undo. */
export function changeRoutes({ workspace }: StudioParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/changes',
      summary: 'The latest changes of files in the workspace, newest first.',
      query: { task: 'Only the changes of this task' },
      answer: Type.Array(CHANGE),
      async handle({ query }): Promise<ChangeEntry[]> {
        const task = query['task'];
        return changeEntries(
          await workspace.changes({ limit: MAX_CHANGES, ...(task !== undefined && { taskId: task }) }),
        );
      },
    },
    {
      method: 'GET',
      path: '/api/changes/:id/diff',
      summary: 'What a change did to each file.',
      answer: Type.Array(
        Type.Object({ path: Type.String(), diff: Type.String(), reason: Type.Optional(Type.String()) }),
      ),
      async handle({ params }): Promise<FileDiff[]> {
        const diffs = await workspace.changeDiff(params['id'] ?? '');
        if (diffs === undefined) throw new ApiFailure(404, 'CHANGE_NOT_FOUND', 'This change is no longer kept.');
        return visibleCopy(diffs);
      },
    },
    {
      method: 'POST',
      path: '/api/changes/undo',
      summary: 'Undoes changes: some, newest first, or all of a task. Files that have changed since are left alone.',
      body: Type.Union([
        Type.Object({ changes: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_CHANGES }) }),
        Type.Object({ task: Type.String() }),
      ]),
      answer: Type.Object({
        restored: Texts,
        skipped: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
      }),
      async handle({ body, signal }): Promise<UndoAnswer> {
        const by = { tool: 'studio', callId: `studio-${randomUUID()}` };
        const selection = await selectionOf(body, workspace);
        const { restored, skipped } = await workspace.undo({ ...selection, by, signal }).catch(refuse);
        return { restored, skipped };
      },
    },
  ];
}

const MAX_CHANGES = 200;

const CHANGE = Type.Object({
  id: Type.String(),
  time: Type.Number(),
  tool: Type.Optional(Type.String()),
  task: Type.Optional(Type.String()),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      kind: Type.String(),
      from: Type.Optional(Type.String()),
      lost: Type.Optional(Type.Literal(true)),
    }),
  ),
  undoes: Type.Optional(Texts),
  undone: Type.Boolean(),
});

async function selectionOf(body: unknown, workspace: StudioParts['workspace']): Promise<UndoSelection> {
  if (isTask(body)) return changesOfTask(body.task, await workspace.changes({ limit: MAX_CHANGES }));
  return { changeIds: isChanges(body) ? body.changes : [] };
}

function isTask(body: unknown): body is { readonly task: string } {
  return typeof body === 'object' && body !== null && 'task' in body && typeof body.task === 'string';
}

function isChanges(body: unknown): body is { readonly changes: readonly string[] } {
  return typeof body === 'object' && body !== null && 'changes' in body && Array.isArray(body.changes);
}

function refuse(error: unknown): never {
  if (!(error instanceof ToolFailure)) throw error;
  throw new ApiFailure(409, error.error.code, error.error.message, { suggestion: error.error.suggestion });
}
