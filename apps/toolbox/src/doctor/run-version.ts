import { createProcesses } from '@ku0/agent-runtime-tools-processes';

/** The version that a program prints, if it does, or why it does not run. Never rejects. */
export async function runVersion(
  path: string,
  args: readonly string[],
): Promise<{ readonly version?: string; readonly problem?: string }> {
  const processes = createProcesses();
  try {
    // Some programs read files of the working folder even to print a version.
    const ran = await processes.run(path, { args: [...args], cwd: '/', timeoutMs: VERSION_TIMEOUT_MS });
    const printed = `${ran.stdout}\n${ran.stderr}`.split('\n').map((line) => line.trim());
    const line = printed.find((each) => /\d+\.\d+/.test(each));
    if (line !== undefined) return { version: /\d+(?:\.\d+)+[\w.+-]*/.exec(line)?.[0] ?? line };
    // Built from source, a program may call itself "master".
    if (ran.exitCode === 0) return {};
    const said = printed.find((each) => each !== '');
    return { problem: ran.error?.message ?? said ?? 'it printed no version' };
  } finally {
    await processes.shutdown();
  }
}

const VERSION_TIMEOUT_MS = 10_000;
