import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ConfinementRequest, ConfinementResult } from '@ku0/agent-runtime-tools-processes';
import { describe, expect, it } from 'vitest';
import { errorOf, openTools, until, valueOf } from '../tools-for-test.ts';

/** Runs everything through `env`, so that a test can see that it went that way. */
function recordingConfinement() {
  const requests: ConfinementRequest[] = [];
  const events: string[] = [];
  const wrap = async (request: ConfinementRequest): Promise<ConfinementResult> => {
    requests.push(request);
    return {
      ok: true,
      command: {
        file: 'env',
        args: ['CONFINED=yes', ...request.argv],
        env: request.env,
        explain: ({ stderr }) =>
          stderr.includes('Read-only') ? 'The sandbox does not let it write there.' : undefined,
        dispose: () => void events.push('disposed'),
      },
    };
  };
  return { wrap, requests, events };
}

describe('a pack with a sandbox', () => {
  it('runs every command through it, and passes its notes on', async () => {
    const confinement = recordingConfinement();
    await using bench = await openTools({ sandbox: 'workspace-write' }, { confinement });
    const command = 'echo $CONFINED $MINE; echo "Read-only file system" >&2; exit 1';
    const run = valueOf(await bench.tools.execute('run_command', { command, env: { MINE: 'too' } }));
    expect(run).toMatchObject({ stdout: 'yes too\n', notes: ['The sandbox does not let it write there.'] });
    expect(confinement.events).toEqual(['disposed']);
    expect(confinement.requests[0]).toMatchObject({
      argv: [expect.stringMatching(/bash$/), '-c', command],
      profile: 'workspace-write',
      env: { MINE: 'too' },
      roots: await bench.workspace.roots(),
    });
    const { stdout } = valueOf(await bench.tools.execute('run_command', { command: 'printenv', args: ['CONFINED'] }));
    expect(stdout).toBe('yes\n');
  });

  it('runs background commands through it, and disposes of it when they end', async () => {
    const confinement = recordingConfinement();
    await using bench = await openTools({ sandbox: 'read-only' }, { confinement });
    const params = { command: 'echo $CONFINED; read x', background: true };
    const { commandId = '' } = valueOf(await bench.tools.execute('run_command', params));
    const read = await bench.tools.execute('read_command_output', { commandId, wait: 10 });
    expect(valueOf(read).output).toBe('yes\n');
    expect(confinement.events).toEqual([]);
    await bench.tools.execute('stop_command', { commandId });
    await until(() => confinement.events.length === 1);
  });

  it('hands no variable on that makes programs load other code', async () => {
    const confinement = recordingConfinement();
    await using bench = await openTools({ sandbox: 'read-only' }, { confinement });
    const run = await bench.tools.execute('run_command', { command: 'true', env: { BASH_ENV: './evil' } });
    expect(errorOf(run).code).toBe('ENVIRONMENT_NOT_ALLOWED');
    expect(confinement.requests).toEqual([]);
  });

  it('runs nothing without the service, or when the service says no', async () => {
    await using without = await openTools({ sandbox: 'workspace-write' });
    const error = errorOf(await without.tools.execute('bash', { command: 'touch made' }));
    expect(error).toMatchObject({ code: 'ENGINE_NOT_AVAILABLE', suggestion: expect.stringContaining('confinement') });
    const confinement = {
      wrap: async () => ({
        ok: false as const,
        error: coreErrors.ENGINE_NOT_AVAILABLE({ message: 'No bubblewrap here.' }),
      }),
    };
    await using refused = await openTools({ sandbox: 'workspace-write' }, { confinement });
    for (const background of [false, true]) {
      const call = await refused.tools.execute('run_command', { command: 'touch made', background });
      expect(errorOf(call)).toMatchObject({ code: 'ENGINE_NOT_AVAILABLE', message: 'No bubblewrap here.' });
    }
    const made = new Set([
      ...Object.keys(await without.folder.snapshot()),
      ...Object.keys(await refused.folder.snapshot()),
    ]);
    expect(made.has('made')).toBe(false);
  });
});
