import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createSandbox, type SandboxCheck } from '@ku0/agent-runtime-tools-sandbox';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';

/** Tries in a temporary workspace whether programs can be confined on this system. */
export async function checkSandbox(): Promise<SandboxCheck> {
  const base = await mkdtemp(join(tmpdir(), 'toolbox-doctor-'));
  const [root, state] = [await mkdtemp(join(base, 'root-')), await mkdtemp(join(base, 'state-'))];
  const workspace = createWorkspace({ roots: [root], state });
  const processes = createProcesses();
  const sandbox = createSandbox({ workspace, processes });
  try {
    return await sandbox.check();
  } finally {
    await sandbox.shutdown();
    await processes.shutdown();
    await workspace.shutdown();
    await rm(base, { recursive: true, force: true });
  }
}
