import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { filesPack } from '../src/index.ts';

/** Compiles only when both types are the same. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- two deferred conditionals are equal only if their types are.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_proof: Same<A, B>): void {}

const tools = new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } }).registerPack(
  filesPack(),
);

async function results(): Promise<void> {
  const result = await tools.execute('read_file', { path: 'README.md' }, { taskId: 'task-1' });
  if (result.ok) same<typeof result.value.content, string>(true);
  else same<typeof result.error.code, string>(true);

  // @ts-expect-error path is required
  await tools.execute('read_file', { offset: 1 });
  // @ts-expect-error the mode is one of two
  await tools.execute('read_file', { path: 'a', mode: 'block' });

  const listed = await tools.execute('list_files', { recursive: true });
  if (listed.ok) same<(typeof listed.value.entries)[number]['size'], number>(true);
  const written = await tools.execute('write_to_file', { path: 'a', content: '' });
  if (written.ok) same<typeof written.value.diff, string>(true);
  const undone = await tools.execute('undo_change', { steps: 2 });
  if (undone.ok) same<(typeof undone.value.skipped)[number]['reason'], string>(true);
}
void results;
