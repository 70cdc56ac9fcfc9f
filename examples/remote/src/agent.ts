import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { approval } from '@ku0/agent-runtime-tools-approval';
import { remotePack, type CallDriver } from '@ku0/agent-runtime-tools-remote';

/** What an agent might do: it reads, writes and builds, and everything happens at the place. Returns lines to print. */
export async function useRemoteTools(options: {
  readonly driver: CallDriver;
  readonly place: string;
  readonly secret: string;
}): Promise<string[]> {
  const lines: string[] = [];
  const remote = await remotePack({ ...options, waitForWorkerMs: 30_000 });
  // The person is asked here, however long that takes. This one says yes to everything.
  const ask = async ({ tool }: { readonly tool: string }) => {
    lines.push(`asked about ${tool}`);
    return { approved: true };
  };
  const agent = new ToolCoordinator().use(approval({ ask })).registerPack(remote);
  agent.activity.subscribe('tool_output_chunk', ({ data }) => void lines.push(`output: ${data.chunk.trim()}`));
  const call = async (tool: string, params: unknown): Promise<void> => {
    const result = await agent.execute(tool, params, { taskId: 'example', principal: { id: 'ann' } });
    lines.push(`${tool}: ${result.ok ? 'ok' : `${result.error.code} ${result.error.message}`}`);
  };
  lines.push(`workers: ${remote.workers}, tools: ${agent.getNames().length}`);
  await call('write_file', { path: 'notes.txt', content: `Written from afar.\n` });
  await call('write_file', { path: 'notes.txt', content: `Written from afar, twice.\n` });
  await call('read_file', { path: 'notes.txt' });
  await call('build', { steps: 3 });
  await call('delete_file', { path: 'notes.txt' });
  await agent.shutdownAll();
  return lines;
}
