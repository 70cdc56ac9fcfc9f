import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Execution {
  /** Every program that was started: its file and arguments. */
  readonly started: readonly (readonly string[])[];
  /** Files that appeared. */
  readonly created: readonly string[];
}

/**
 * Runs scripts in a real bash, where the only programs are recorders that write down how they were started, and the
 * few wrappers that are needed. Everything happens in a throwaway folder with a throwaway home; root gives its rights
 * away before.
 */
export class BashRecorder {
  readonly folder = mkdtempSync(join(tmpdir(), 'commands-bash-'));
  /** Where the programs are. */
  readonly bin = join(this.folder, 'bin');

  private readonly recorded: readonly string[];

  constructor(recorded: readonly string[], real: readonly string[]) {
    this.recorded = recorded;
    chmodSync(this.folder, 0o755);
    mkdirSync(this.bin);
    makeOpenFolder(join(this.folder, 'home'));
    for (const name of recorded) writeFileSync(join(this.bin, name), RECORDER, { mode: 0o755 });
    for (const name of real) {
      const path = ['/bin', '/usr/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file));
      if (path !== undefined) symlinkSync(path, join(this.bin, name));
    }
    writeFileSync(join(this.folder, 'driver'), DRIVER);
  }

  workspace(index: number): string {
    return join(this.folder, 'runs', String(index));
  }

  /** Two at a time: most of it is waiting for processes. */
  async run(scripts: readonly string[]): Promise<Execution[]> {
    rmSync(join(this.folder, 'runs'), { recursive: true, force: true });
    makeOpenFolder(join(this.folder, 'runs'));
    for (const [index, script] of scripts.entries()) this.prepare(this.workspace(index), script);
    const half = Math.ceil(scripts.length / 2);
    await Promise.all([this.drive(0, half), this.drive(half, scripts.length)]);
    for (const name of this.recorded) {
      if (readFileSync(join(this.bin, name), 'utf8') !== RECORDER) {
        throw new Error(`a script changed the recorder ${name}`);
      }
    }
    return scripts.map((_, index) => ({
      started: this.logged(index),
      created: readdirSync(this.workspace(index)).filter((name) => !FILES.includes(name)),
    }));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** In a session of its own, without a terminal; all of it is ended if it takes too long. */
  private async drive(from: number, to: number): Promise<void> {
    const args = ['--norc', '--noprofile', join(this.folder, 'driver'), this.folder, String(from), String(to)];
    const child = spawn('/bin/bash', args, {
      cwd: this.folder,
      env: { PATH: this.bin, HOME: join(this.folder, 'home'), LANG: 'C.UTF-8' },
      stdio: 'ignore',
      detached: true,
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 300_000);
    const [code] = await once(child, 'exit');
    clearTimeout(timer);
    if (code !== 0) throw new Error(`the scripts from ${from} to ${to} did not end`);
  }

  private logged(index: number): string[][] {
    const log = `${this.workspace(index)}.log`;
    if (!existsSync(log)) return [];
    const records = readFileSync(log, 'utf8')
      .split('\x1e')
      .filter((record) => record !== '');
    return records.map((record) => record.split('\x1f').slice(0, -1));
  }

  private prepare(workspace: string, script: string): void {
    for (const folder of ['', 'src', 'evil', '4']) makeOpenFolder(join(workspace, folder));
    writeFileSync(join(workspace, 'a.txt'), 'x\n');
    writeFileSync(join(workspace, 'src/a.ts'), 'x\n');
    writeFileSync(join(workspace, 'mark.sh'), 'MARK\n');
    writeFileSync(join(workspace, 'mark.sed'), 'e MARK\n');
    writeFileSync(join(workspace, 'MARK'), RECORDER, { mode: 0o755 });
    for (const folder of ['evil', '4']) writeFileSync(join(workspace, folder, 'ls'), RECORDER, { mode: 0o755 });
    writeFileSync(`${workspace}.sh`, script);
  }
}

/** A folder that whoever runs the scripts may write to. */
function makeOpenFolder(path: string): void {
  mkdirSync(path);
  chmodSync(path, 0o777);
}

const NOBODY = 65_534;
/** Writes down its name and arguments, to a descriptor that every script starts with. */
const RECORDER = `#!/bin/sh\n{ printf '%s\\037' "$0" "$@"; printf '\\036'; } >&8\n`;
const FILES = ['src', 'evil', '4', 'a.txt', 'mark.sh', 'mark.sed', 'MARK'];

/**
 * Waits until every process that a script left behind has closed descriptor 9, or for a second, and then ends the
 * whole process group, which has the id of `timeout`.
 */
const DRIVER = `
ulimit -f 2000
for ((i = $2; i < $3; i++)); do
  cd "$1/runs/$i" || exit 1
  IFS= read -r -d '' script < "$1/runs/$i.sh"
  exec 7< <(exec timeout -s KILL 1 /bin/bash --norc --noprofile -c "$script" 9>&1 2>&1 < /dev/null 8>> "$1/runs/$i.log")
  group=$!
  while IFS= read -r -d '' -t 1 out <&7; do :; done
  kill -KILL -- "-$group"
  exec 7<&-
done 2> /dev/null
exit 0
`;
