import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../checks/src/run-program.ts';
import { runChild } from '../run-child.mjs';
import { root } from '../workspace.mjs';

describe('runChild', () => {
  it('gives the exit code, 128 and more for a signal, 127 for a program that is not there', async () => {
    const options = { stdio: 'ignore' } as const;
    expect(await runChild('sh', ['-c', 'exit 3'], options)).toBe(3);
    expect(await runChild('sh', ['-c', 'kill -TERM $$'], options)).toBe(143);
    expect(await runChild('no-such-program-here', [], options)).toBe(127);
  });

  it("runs the repository's own Node", async () => {
    const program = `
      import { runChild } from ${JSON.stringify(join(root, 'scripts', 'run-child.mjs'))};
      await runChild('node', ['-p', 'process.version'], { cwd: '/' });`;
    const env = { PATH: '/usr/bin:/bin' };
    const { output } = await runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: '/', env });
    expect(output).toMatch(/^v24\./);
  });

  it('passes on the signal that ends it, and waits for the child to clean up', async () => {
    const child = `
      process.on('SIGTERM', () => { console.log('cleaned up'); process.exit(7); });
      setInterval(() => {}, 1000);
      console.log('ready');`;
    const program = `
      import { runChild } from ${JSON.stringify(join(root, 'scripts', 'run-child.mjs'))};
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
      console.log(await runChild(process.execPath, ['-e', ${JSON.stringify(child)}]));`;
    const { output } = await runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    expect(output).toBe('ready\ncleaned up\n7\n');
  });

  it('ends a child that does not listen after its patience, and does not call that a success', async () => {
    const child = `
      process.on('SIGTERM', () => {});
      setTimeout(() => process.exit(0), 20_000);
      console.log('ready');`;
    const program = `
      import { runChild } from ${JSON.stringify(join(root, 'scripts', 'run-child.mjs'))};
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
      console.log(await runChild(process.execPath, ['-e', ${JSON.stringify(child)}], { patienceMs: 200 }));`;
    const started = performance.now();
    const { output } = await runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    expect(output).toBe('ready\n143\n');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('does not call a child a success that went on to its end although it was asked to stop', async () => {
    const child = `
      process.on('SIGTERM', () => setTimeout(() => process.exit(0), 100));
      setInterval(() => {}, 1000);`;
    const program = `
      import { runChild } from ${JSON.stringify(join(root, 'scripts', 'run-child.mjs'))};
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
      console.log(await runChild(process.execPath, ['-e', ${JSON.stringify(child)}], { patienceMs: 9000 }));`;
    const { output } = await runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    expect(output).toBe('143\n');
  });
});
