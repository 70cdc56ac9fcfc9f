import { Type, defineTool, ok, printable } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeScope } from '../change-scope.ts';
import { fileCall } from '../file-call.ts';
import { planUndo } from './plan-undo.ts';
import { undoChange, type UndoneChanges } from './undo-change.ts';
import { version } from '../version.ts';

/** Creates the tool for one scope. */
export function undoChangeTool(scope: ChangeScope = 'task') {
  return defineTool({
    name: 'undo_change',
    description:
      'Undoes what tools changed in files: the last call, the last steps calls, or the call with callId (see ' +
      'list_changes). A file that somebody has changed since stays as it is and is reported in "skipped".',
    version,
    parameters: Type.Object({
      callId: Type.Optional(Type.String({ description: 'The call whose changes to undo.' })),
      steps: Type.Optional(
        Type.Integer({
          description: 'How many calls to undo, newest first; 1 if left out.',
          minimum: 1,
          maximum: 1000,
        }),
      ),
      paths: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Undo only the changes of these files.',
          minItems: 1,
          maxItems: 1000,
        }),
      ),
    }),
    output: Type.Object({
      restored: Type.Array(Type.String()),
      skipped: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() })),
      diff: Type.String(),
    }),
    capabilities: { readsFiles: true, writesFiles: true },
    requiresApproval: true,
    parameterAliases: { call_id: 'callId' },
    validate({ callId, steps }) {
      if (callId !== undefined && steps !== undefined)
        return { valid: false, errors: ['give callId or steps, not both'] };
      return { valid: true };
    },
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planUndo(params, { ...fileCall(context), scope })),
    async execute(params, context) {
      const undone = await undoChange(params, { ...fileCall(context), scope });
      return ok(undone, { filesAccessed: undone.restored });
    },
    preview: (result, maxLines) => (result.ok ? linesOf(result.value) : [result.error.message]).slice(0, maxLines),
    toModelOutput: (undone) => [{ type: 'text', text: linesOf(undone).join('\n') }],
  });
}

function linesOf({ restored, skipped }: UndoneChanges): string[] {
  if (restored.length + skipped.length === 0) return ['There was nothing to undo.'];
  return [
    ...restored.map((path) => `undid the change of ${printable(path)}`),
    ...skipped.map(({ path, reason }) => `left ${printable(path)}: ${reason}`),
  ];
}
