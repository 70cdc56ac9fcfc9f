import { workerData } from 'node:worker_threads';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

// Writes pairs of files, each pair in one transaction, until it is terminated.

const { root, state, name } = workerData as { root: string; state: string; name: string };
const workspace = createWorkspace({ roots: [root], state });
for (let round = 0; ; round++) {
  const content = `round ${round} ${'y'.repeat(2000)} end\n`;
  await workspace.transaction(
    async (transaction) => {
      await transaction.write(`thread/${name}-a.txt`, content);
      await transaction.write(`thread/${name}-b.txt`, content);
    },
    { principalId: 'thread', taskId: name },
  );
}
