import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryArtifactStore } from '@ku0/agent-runtime-tools-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';

const processes = createProcesses();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-run-'));
});

afterAll(async () => {
  await processes.shutdown();
  await rm(folder, { recursive: true });
});

describe('a program whose call is cancelled before it runs', () => {
  it('is never started, whether the call was made just now or waits in line', async () => {
    const narrow = createProcesses({ maxConcurrent: 1 });
    for (const service of [createProcesses(), narrow]) {
      const blocking = service === narrow ? service.run(['sleep', '0.5']) : undefined;
      const cancelled = Array.from({ length: 20 }, async (_, index) => {
        const control = new AbortController();
        const file = join(folder, `cancelled-${index}`);
        const result = service.run(['touch', file], { signal: control.signal });
        control.abort();
        expect((await result).status).toBe('cancelled');
        return file;
      });
      const files = await Promise.all(cancelled);
      await blocking;
      await sleep(200);
      expect(files.filter((file) => existsSync(file))).toEqual([]);
      await service.shutdown();
    }
  });
});

describe('an ending', () => {
  it('an exit code is the result', async () => {
    const result = await processes.run('echo out; echo err >&2; exit 3', { shell: true });
    expect(result).toMatchObject({ status: 'exited', exitCode: 3, stdout: 'out\n', stderr: 'err\n', totalBytes: 8 });
    expect(result.truncated).toBe(false);
    expect(result.error).toBeUndefined();
  });

  it('a signal from elsewhere is the result', async () => {
    const result = await processes.run('kill -USR1 $$', { shell: true });
    expect(result).toMatchObject({ status: 'signaled', signal: 'SIGUSR1' });
    expect(result.exitCode).toBeUndefined();
  });

  it('a timeout keeps what was printed and says what it was', async () => {
    const result = await processes.run('echo early; sleep 60', { shell: true, timeoutMs: 200 });
    expect(result).toMatchObject({ status: 'timed-out', stdout: 'early\n', error: { code: 'TIMEOUT' } });
  });

  it('a timeout stays one when the program answers it with an exit code', async () => {
    const result = await processes.run("trap 'echo bye; exit 7' TERM; sleep 60 & wait", {
      shell: true,
      timeoutMs: 200,
    });
    expect(result).toMatchObject({ status: 'timed-out', exitCode: 7, stdout: 'bye\n' });
  });

  it('a limit of Infinity is none', async () => {
    expect(await processes.run('true', { timeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({ status: 'exited' });
  });
});

describe('an abort signal', () => {
  it('before the start, nothing is run', async () => {
    const path = join(folder, 'never');
    const result = await processes.run(['touch', path], { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'cancelled', error: { code: 'CANCELLED' } });
    expect(await processes.run(['test', '-e', path])).toMatchObject({ exitCode: 1 });
  });

  it('during the run, it ends the group, and a second one changes nothing', async () => {
    const control = new AbortController();
    const running = processes.run('echo started; sleep 60', { shell: true, signal: control.signal });
    await sleep(150);
    control.abort();
    control.abort();
    expect(await running).toMatchObject({ status: 'cancelled', stdout: 'started\n', survivors: [] });
  });

  it('after the end, it changes nothing', async () => {
    const control = new AbortController();
    const result = await processes.run('true', { signal: control.signal });
    control.abort();
    expect(result.status).toBe('exited');
  });

  it('while waiting for its turn, it takes the command out of the line', async () => {
    const narrow = createProcesses({ maxConcurrent: 1 });
    const control = new AbortController();
    const first = narrow.run(['sleep', '0.3']);
    const second = narrow.run('true', { signal: control.signal });
    const third = narrow.run('true');
    control.abort();
    expect(await second).toMatchObject({ status: 'cancelled' });
    expect(await Promise.all([first, third])).toMatchObject([{ status: 'exited' }, { status: 'exited' }]);
  });

  it('a listener on a signal that lives longer is taken away', async () => {
    const control = new AbortController();
    let listening = 0;
    const { signal } = control;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      listening += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      listening -= 1;
      remove(...args);
    };
    await processes.run('true', { signal });
    expect(listening).toBe(0);
  });
});

describe('a program that cannot be started', () => {
  const failing = async (command: string | readonly string[], options = {}): Promise<string | undefined> => {
    const result = await processes.run(command, options);
    expect(result.status).toBe('failed-to-start');
    return result.error?.code;
  };

  it('a missing program is PROGRAM_NOT_FOUND', async () => {
    expect(await failing('no-such-program')).toBe('PROGRAM_NOT_FOUND');
    expect(await failing('./no-such-program', { cwd: folder })).toBe('PROGRAM_NOT_FOUND');
  });

  it('a missing shell is named', async () => {
    const result = await processes.run('echo hi', { shell: '/no/such/shell' });
    expect(result.error).toMatchObject({ code: 'PROGRAM_NOT_FOUND', message: 'There is no program /no/such/shell.' });
  });

  it('a command line is not split without a shell', async () => {
    expect(await failing('echo hi')).toBe('PROGRAM_NOT_FOUND');
  });

  it('a file without the right is NOT_EXECUTABLE', async () => {
    await writeFile(join(folder, 'plain'), 'text');
    expect(await failing('./plain', { cwd: folder })).toBe('NOT_EXECUTABLE');
    expect(await failing(folder)).toBe('NOT_EXECUTABLE');
  });

  it('a script whose interpreter is missing is INTERPRETER_NOT_FOUND', async () => {
    await writeFile(join(folder, 'script'), '#!/no/such/interpreter -x\n', { mode: 0o755 });
    expect(await failing('./script', { cwd: folder })).toBe('INTERPRETER_NOT_FOUND');
  });

  it('a missing working directory is INVALID_DIRECTORY', async () => {
    expect(await failing('true', { cwd: join(folder, 'missing') })).toBe('INVALID_DIRECTORY');
    await writeFile(join(folder, 'file'), '');
    expect(await failing('true', { cwd: join(folder, 'file') })).toBe('INVALID_DIRECTORY');
  });

  it('a command nobody can run is INVALID_COMMAND', async () => {
    expect(await failing('')).toBe('INVALID_COMMAND');
    expect(await failing([])).toBe('INVALID_COMMAND');
    expect(await failing(['echo', 'a\0b'])).toBe('INVALID_COMMAND');
    expect(await failing('echo', { shell: true, args: ['; rm -rf x'] })).toBe('INVALID_COMMAND');
    expect(await failing('echo', { encoding: 'no-such-encoding' })).toBe('INVALID_COMMAND');
  });

  it('a call that is not what the types say is a result too', async () => {
    const odd: unknown[] = [null, undefined, 7, {}, [7], ['true', null]];
    for (const command of odd) expect(await failing(command as string)).toBe('INVALID_COMMAND');
    expect(await failing('true', { args: 'text' })).toBe('INVALID_COMMAND');
    expect(await failing('true', { args: { length: 1 } })).toBe('INVALID_COMMAND');
    expect(await failing('true', { cwd: 7 })).toBe('INVALID_COMMAND');
    expect(await failing('true', { encoding: 7 })).toBe('INVALID_COMMAND');
    for (const maxOutputChars of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(await processes.run(['seq', '10'], { maxOutputChars })).toMatchObject({ status: 'exited' });
    }
  });

  it('arguments beyond the limit of the system are COMMAND_TOO_LONG', async () => {
    expect(await failing(['true', 'x'.repeat(3_000_000)])).toBe('COMMAND_TOO_LONG');
  });

  it('a line of waiting commands that is too long is TOO_MANY_PROCESSES', async () => {
    const narrow = createProcesses({ maxConcurrent: 1, maxWaiting: 1 });
    const results = await Promise.all([narrow.run('true'), narrow.run('true'), narrow.run('true')]);
    expect(results.map(({ status }) => status)).toEqual(['exited', 'exited', 'failed-to-start']);
    expect(results[2].error?.code).toBe('TOO_MANY_PROCESSES');
  });
});

describe('arguments and input', () => {
  it('arguments reach the program as they are', async () => {
    const odd = ['$HOME', '; ls', '"', "'", '*', '', '-n', 'ü\n'];
    const result = await processes.run('printf', { args: ['[%s]', ...odd] });
    expect(result.stdout).toBe(odd.map((arg) => `[${arg}]`).join(''));
  });

  it('input comes from text, bytes or a stream', async () => {
    expect(await processes.run('cat', { input: 'tëxt' })).toMatchObject({ stdout: 'tëxt' });
    expect(await processes.run('cat', { input: Buffer.from('bytes') })).toMatchObject({ stdout: 'bytes' });
    expect(await processes.run('cat', { input: Readable.from(['a', 'b']) })).toMatchObject({ stdout: 'ab' });
  });

  it('a shell with input does not read the start-up file of its user', async () => {
    await writeFile(join(folder, '.bashrc'), 'echo read the start-up file');
    const result = await processes.run('cat', { shell: '/bin/bash', input: 'input', env: { HOME: folder } });
    expect(result.stdout).toBe('input');
  });

  it('without input, a program that reads gets its end', async () => {
    expect(await processes.run('cat', { timeoutMs: 5000 })).toMatchObject({ status: 'exited', stdout: '' });
  });

  it('a program that does not read its input is not an error', async () => {
    const result = await processes.run(['sh', '-c', 'exec <&-; echo fine'], { input: 'x'.repeat(10_000_000) });
    expect(result).toMatchObject({ status: 'exited', exitCode: 0, stdout: 'fine\n' });
    const endless = Readable.from(Buffer.alloc(65_536).toString('latin1')[Symbol.iterator]());
    expect(await processes.run('true', { input: endless })).toMatchObject({ status: 'exited' });
    expect(endless.destroyed).toBe(true);
  });
});

describe('output', () => {
  it('a cut output keeps its start and its end and says what is missing', async () => {
    const result = await processes.run(['seq', '100000'], { maxOutputChars: 1000 });
    expect(result.truncated).toBe(true);
    expect(result.stdout).toMatch(/^1\n2\n3\n[\s\S]*\n\[\.\.\. \d+ bytes left out \.\.\.\]\n[\s\S]*99999\n100000\n$/);
    expect(result.stdout.length).toBeLessThan(1100);
    expect(result.totalBytes).toBe(588_895);
  });

  it('a cut output is an artifact in full', async () => {
    const artifacts = new MemoryArtifactStore();
    const result = await processes.run(['seq', '100000'], { maxOutputChars: 100, artifacts, taskId: 't', callId: 'c' });
    const id = result.artifact?.id ?? '';
    const owner = { principalId: '', taskId: 't' };
    const page = await artifacts.read(id, { owner, offset: 588_880, limit: 100 });
    expect(page).toMatchObject({ total: 588_895, text: expect.stringMatching(/99999\n100000\n$/) });
    expect(result.warnings).toBeUndefined();
  });

  it('an artifact belongs to whom the caller names', async () => {
    const artifacts = new MemoryArtifactStore();
    const owner = { principalId: 'anna', taskId: 't', parentTasks: ['lead'] };
    const { artifact } = await processes.run(['seq', '1000'], { maxOutputChars: 100, artifacts, owner, taskId: 't' });
    const id = artifact?.id ?? '';
    expect(await artifacts.read(id, { owner: { principalId: 'anna', taskId: 'lead' } })).toBeDefined();
    expect(await artifacts.read(id, { owner: { principalId: '', taskId: 't' } })).toBeUndefined();
  });

  it('an output that fits is no artifact', async () => {
    const result = await processes.run(['echo', 'hi'], { artifacts: new MemoryArtifactStore() });
    expect(result.artifact).toBeUndefined();
  });

  it('a store or a disk that fails costs the artifact, not the result', async () => {
    const put = (): Promise<never> => Promise.reject(new Error('store is down'));
    const artifacts = { put, read: () => Promise.resolve(undefined) };
    const cut = { maxOutputChars: 100, artifacts };
    expect(await processes.run(['seq', '10000'], cut)).toMatchObject({
      status: 'exited',
      warnings: [expect.stringContaining('store is down')],
    });
    const diskless = createProcesses({ spoolDir: join(folder, 'missing') });
    const result = await diskless.run(['seq', '100000'], { maxOutputChars: 100, artifacts: new MemoryArtifactStore() });
    expect(result.warnings).toEqual([expect.stringContaining('ENOENT')]);
    const { size } = result.artifact ?? { size: 0 };
    expect(size).toBeGreaterThan(60_000);
  });

  it('both streams come in the order of arrival when asked for', async () => {
    const script = 'echo 1; sleep 0.05; echo 2 >&2; sleep 0.05; echo 3';
    expect(await processes.run(script, { shell: true, interleave: true })).toMatchObject({ all: '1\n2\n3\n' });
  });

  it('a character split between two writes arrives whole, and bytes that are no text are replaced', async () => {
    const heard: string[] = [];
    const script = String.raw`printf 'a\342\202'; sleep 0.1; printf '\254b\000\377'; sleep 0.1; printf '\360\237'`;
    const result = await processes.run(script, {
      shell: '/bin/bash',
      onOutput: (_, text) => {
        heard.push(text);
      },
    });
    expect(result.stdout).toBe('a€b\0\uFFFD\uFFFD');
    expect(heard).toEqual(['a', '€b\0\uFFFD', '\uFFFD']);
  });

  it('other encodings are decoded', async () => {
    const latin = await processes.run(['printf', String.raw`\344\366`], { encoding: 'latin1' });
    expect(latin.stdout).toBe('äö');
    const wide = await processes.run(['printf', String.raw`h\000i\000`], { encoding: 'utf-16le' });
    expect(wide.stdout).toBe('hi');
  });

  it('one line of 300 MB is bounded', async () => {
    const result = await processes.run(['head', '-c', '300M', '/dev/zero'], { maxOutputChars: 200 });
    expect(result.stdout.length).toBeLessThan(300);
    expect(result.totalBytes).toBe(300 * 1024 * 1024);
  });
});

describe('an output listener', () => {
  it('a slow listener slows the program down and loses nothing', async () => {
    let heard = 0;
    let most = 0;
    let active = 0;
    const result = await processes.run(['head', '-c', '3M', '/dev/zero'], {
      onOutput: async (_, text) => {
        most = Math.max(most, (active += 1));
        await sleep(5);
        heard += text.length;
        active -= 1;
      },
    });
    expect(heard).toBe(3 * 1024 * 1024);
    expect(most).toBe(1);
    expect(result).toMatchObject({ status: 'exited', totalBytes: 3 * 1024 * 1024 });
  });

  it('a listener that never comes back is cut off by the timeout', async () => {
    const never = new Promise<void>(() => undefined);
    const result = await processes.run(['echo', 'hi'], { timeoutMs: 500, onOutput: () => never });
    expect(result).toMatchObject({ status: 'exited', stdout: 'hi\n' });
    expect(result.durationMs).toBeLessThan(1500);
  });

  it('a listener that throws is not called again', async () => {
    let calls = 0;
    const result = await processes.run('echo 1; sleep 0.05; echo 2', {
      shell: true,
      onOutput: () => {
        calls += 1;
        throw new Error('no ear');
      },
    });
    expect(calls).toBe(1);
    expect(result).toMatchObject({ stdout: '1\n2\n', warnings: ['The output listener failed: no ear'] });
  });
});

describe('waiting for others to end', () => {
  it('counts toward the time of a call, which is then not started', async () => {
    const narrow = createProcesses({ maxConcurrent: 1 });
    const busy = narrow.run(['sleep', '1.5']);
    await narrow.run('true', { timeoutMs: 1 });
    const late = await narrow.run(['touch', join(folder, 'made-late')], { timeoutMs: 200 });
    expect(late).toMatchObject({ status: 'timed-out', notStarted: true, error: { code: 'TIMEOUT' } });
    expect(late.error?.message).toContain('was not started');
    await busy;
    expect(existsSync(join(folder, 'made-late'))).toBe(false);
    await narrow.shutdown();
  });

  it('leaves a program that waited only the rest of its time', async () => {
    const narrow = createProcesses({ maxConcurrent: 1 });
    await narrow.run('true');
    const busy = narrow.run(['sleep', '1']);
    const startedAt = performance.now();
    const second = await narrow.run(['sleep', '60'], { timeoutMs: 2000 });
    const third = narrow.run(['sleep', '0.5'], { onTimeout: 'background', timeoutMs: 10_000 });
    expect(second.status).toBe('timed-out');
    // Counted from its own start it would have been three seconds.
    expect(performance.now() - startedAt).toBeLessThan(2900);
    expect((await third).status).toBe('exited');
    await busy;
    await narrow.shutdown();
  });
});
