import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import type { ContractFixture } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll } from 'vitest';
import { shellPack } from '../src/index.ts';

const state = await createTestFolder();
afterAll(() => state.remove());

/** A command that runs in the background of the fixture's task, and its id. */
async function background({ tools }: ContractFixture): Promise<string> {
  const started = await tools.execute<string>('run_command', { command: 'echo hi; cat', background: true });
  if (started.ok && hasId(started.value)) return started.value.commandId;
  throw new Error('The command was not started.');
}

function hasId(value: unknown): value is { readonly commandId: string } {
  return typeof value === 'object' && value !== null && 'commandId' in value && typeof value.commandId === 'string';
}

const withCommand =
  (more: object = {}) =>
  async (fixture: ContractFixture) => ({
    commandId: await background(fixture),
    ...more,
  });

packContract(shellPack(), {
  services: (folder) => {
    const workspace = createWorkspace({ roots: [folder.path], state: state.path });
    return { workspace, artifacts: workspace.artifacts };
  },
  samples: {
    bash: {
      samples: [
        { params: { command: 'echo hi' } },
        { name: 'a file', params: { command: 'echo hi > made' } },
        { name: 'a failing command', params: { command: 'exit 3', description: 'Fails', working_dir: '.' } },
        {
          name: 'a destructive command',
          params: { command: 'mkfs.none /dev/no-such-disk' },
          expect: 'DANGEROUS_COMMAND',
        },
        { name: 'a slow command', params: { command: 'sleep 60', timeout: 0.2 }, expect: 'TIMEOUT' },
      ],
      badSamples: [
        { params: {}, mentions: 'command' },
        { params: { command: 'true', timeout: 0 }, mentions: 'timeout' },
      ],
      slowSample: { command: 'sleep 3; touch late', timeout: 5 },
    },
    run_command: {
      samples: [
        { params: { command: 'echo', args: ['hi'] } },
        { name: 'input and variables', params: { command: 'cat; echo $A', stdin: 'x', env: { A: '1' }, cwd: '.' } },
        { name: 'a background command', params: { command: 'sleep 60', background: true } },
        { name: 'no such program', params: { command: 'no-such-program', args: [] }, expect: 'PROGRAM_NOT_FOUND' },
        { name: 'a variable', params: { command: 'true', env: { PATH: '.' } }, expect: 'ENVIRONMENT_NOT_ALLOWED' },
      ],
      slowSample: { command: 'sleep 3; touch late', timeout: 5 },
    },
    read_command_output: {
      samples: [
        { name: 'a running command', params: withCommand({ wait: 0.5 }) },
        { name: 'a search', params: withCommand({ search: 'h.', offset: 0, limit: 100 }) },
        { name: 'no such command', params: { commandId: 'cmd-99' }, expect: 'COMMAND_NOT_FOUND' },
      ],
      slowSample: withCommand({ search: 'never', wait: 5 }),
    },
    write_command_input: [
      { name: 'a line', params: withCommand({ input: 'x\n' }) },
      { name: 'the end', params: withCommand({ input: '', closeStdin: true }) },
      { name: 'no such command', params: { commandId: 'cmd-99', input: 'x' }, expect: 'COMMAND_NOT_FOUND' },
    ],
    stop_command: [
      { name: 'a running command', params: withCommand() },
      { name: 'no such command', params: { commandId: 'cmd-99' }, expect: 'COMMAND_NOT_FOUND' },
    ],
    list_commands: [{ params: {} }],
  },
});
