import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeScope } from '../change-scope.ts';
import { fileCall } from '../file-call.ts';
import { DEFAULT_LIMIT, listChanges, type ListedChange } from './list-changes.ts';
import { version } from '../version.ts';

/** Creates the tool for one scope. */
export function listChangesTool(scope: ChangeScope = 'task') {
  return defineTool({
    name: 'list_changes',
    description:
      `Lists the changes that tools made to files${scope === 'task' ? ' for this task' : ''}, newest first: the call id ` +
      'that undo_change takes, the tool, the time and the files.',
    version,
    parameters: Type.Object({
      limit: Type.Optional(
        Type.Integer({ description: 'How many changes.', minimum: 1, maximum: 1000, default: DEFAULT_LIMIT }),
      ),
    }),
    output: Type.Object({
      changes: Type.Array(
        Type.Object({
          callId: Type.String(),
          tool: Type.String(),
          time: Type.String(),
          files: Type.Array(Type.String()),
          actions: Type.Array(
            Type.Object({
              path: Type.String(),
              kind: Type.Union([
                Type.Literal('created'),
                Type.Literal('modified'),
                Type.Literal('removed'),
                Type.Literal('moved'),
              ]),
              from: Type.Optional(Type.String()),
            }),
          ),
          total: Type.Integer(),
          undone: Type.Boolean(),
          isUndo: Type.Boolean(),
        }),
      ),
      truncated: Type.Boolean(),
    }),
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    resources: () => [allFilesResource('read')],
    execute: async (params, context) => ok(await listChanges(params, { ...fileCall(context), scope })),
    preview: (result, maxLines) =>
      (result.ok
        ? [`${result.value.changes.length} changes`, ...result.value.changes.map(lineOf)]
        : [result.error.message]
      ).slice(0, maxLines),
    toModelOutput({ changes, truncated }) {
      if (changes.length === 0) return [{ type: 'text', text: 'No changes.' }];
      const more = truncated ? ['[there are older changes; raise limit to see them]'] : [];
      return [{ type: 'text', text: [...changes.map(lineOf), ...more].join('\n') }];
    },
  });
}

function lineOf({ callId, tool, time, actions, total, undone }: ListedChange): string {
  const files = actions.map(({ path, kind, from }) => `${kind} ${from === undefined ? '' : `${from} -> `}${path}`);
  const more = total > actions.length ? `, and ${total - actions.length} more` : '';
  return `${callId}\t${tool}\t${time}\t${files.join(', ')}${more}${undone ? '\t(undone)' : ''}`;
}
