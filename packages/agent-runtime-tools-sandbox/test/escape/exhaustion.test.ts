import { execFileSync } from 'node:child_process';
import { rmSync, statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSandbox } from '../is-there.ts';
import { makeFolder } from '../test-sandbox.ts';
import { runAs, users } from './run-as.ts';
import type { CallOutcome, CodeCall } from './run-as.ts';

interface Exhaustion {
  readonly name: string;
  readonly call: CodeCall;
  readonly limits: readonly (string | undefined)[];
}

/** What each may take besides its limit: a second is promised, the rest is for a machine that others use too. */
const SLACK_MS = 4000;

const exhaustions: readonly Exhaustion[] = [
  {
    name: 'a fork bomb in bash',
    call: { language: 'bash', code: 'b() { b | b & }; b; sleep 30', timeout: 4 },
    limits: ['processes', 'time'],
  },
  {
    name: 'a fork bomb that does not mind being refused',
    call: { language: 'python', code: FORKS_FOREVER(), timeout: 4 },
    limits: ['processes', 'time'],
  },
  {
    name: 'memory in one process',
    call: {
      language: 'python',
      code: 'x = []\nwhile True: x.append(bytearray(5_000_000))',
      memoryMb: 150,
      timeout: 10,
    },
    limits: ['memory'],
  },
  {
    name: 'memory shared by many processes',
    call: {
      language: 'python',
      code: 'import os, time\nfor _ in range(20):\n  if os.fork() == 0:\n    x = bytearray(30_000_000)\n    for i in range(0, len(x), 4096): x[i] = 1\n    time.sleep(30)\ntime.sleep(30)',
      memoryMb: 150,
      timeout: 10,
    },
    limits: ['memory'],
  },
  {
    name: 'memory that is mapped and shared',
    call: {
      language: 'python',
      code: 'import mmap, time\nm = mmap.mmap(-1, 2_000_000_000)\nfor i in range(0, len(m), 4096): m[i] = 1\ntime.sleep(30)',
      memoryMb: 150,
      timeout: 10,
    },
    limits: ['memory'],
  },
  {
    name: 'memory that waits in sockets',
    call: { language: 'python', code: FILLS_SOCKETS(), memoryMb: 300, timeout: 10 },
    limits: ['memory'],
  },
  {
    name: 'memory behind empty files in /tmp',
    call: { language: 'python', code: MAKES_FILES('/tmp', 600_000), timeout: 60, cpuSeconds: 50 },
    limits: ['disk'],
  },
  {
    name: 'memory behind empty files in /dev/shm',
    call: { language: 'python', code: MAKES_FILES('/dev/shm', 600_000), timeout: 60, cpuSeconds: 50 },
    limits: ['disk'],
  },
  {
    name: 'memory in JavaScript',
    call: {
      language: 'javascript',
      code: 'const a = []; for (;;) a.push(new Array(1e6).fill(1))',
      memoryMb: 150,
      timeout: 15,
    },
    limits: ['memory'],
  },
  {
    name: 'the memory behind /tmp',
    call: {
      language: 'bash',
      code: 'for i in 1 2 3 4; do head -c 100000000 /dev/zero > /tmp/$i || exit 1; done',
      timeout: 10,
    },
    limits: ['disk'],
  },
  {
    name: 'one large file',
    call: { language: 'bash', code: 'head -c 3000000000 /dev/zero > big; echo $?; exit 153', timeout: 20 },
    limits: ['fileSize', 'disk'],
  },
  {
    name: 'disk blocks without writing',
    call: {
      language: 'python',
      code: 'import os\nf = os.open("big2", os.O_CREAT | os.O_RDWR)\nimport ctypes\nl = ctypes.CDLL(None, use_errno=True)\nprint(l.fallocate(f, 0, ctypes.c_long(0), ctypes.c_long(400_000_000)))\nprint(os.fstat(f).st_blocks)',
      timeout: 10,
    },
    limits: [undefined],
  },
  {
    name: 'processor time',
    call: { language: 'python', code: 'while True: pass', cpuSeconds: 1, timeout: 20 },
    limits: ['cpu'],
  },
  {
    name: 'processor time in many processes',
    call: {
      language: 'bash',
      code: 'for i in 1 2 3 4; do (while :; do :; done) & done; wait',
      cpuSeconds: 1,
      timeout: 20,
    },
    limits: ['cpu'],
  },
  { name: 'output that does not end', call: { language: 'bash', code: 'yes', timeout: 10 }, limits: ['output'] },
  {
    name: 'random bytes as output',
    call: { language: 'bash', code: 'cat /dev/urandom', timeout: 10 },
    limits: ['output'],
  },
  {
    name: '5 GB of output',
    call: { language: 'bash', code: 'head -c 5000000000 /dev/zero', timeout: 10 },
    limits: ['output'],
  },
  {
    name: 'time',
    call: { language: 'bash', code: 'trap "" TERM INT HUP; while :; do sleep 1; done', timeout: 1 },
    limits: ['time'],
  },
  {
    name: 'time with a child that holds the pipe',
    call: { language: 'bash', code: 'sleep 31.7 & sleep 31.7', timeout: 1 },
    limits: ['time'],
  },
  {
    name: 'nothing, but leaves daemons',
    call: {
      language: 'bash',
      code: 'setsid sleep 31.7 & (setsid sleep 31.7 >/dev/null 2>&1 &) ; echo left',
      timeout: 10,
    },
    limits: [undefined],
  },
];

function FORKS_FOREVER(): string {
  return 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass';
}

/** 400 pairs in each of six processes, as full as they get: some 1.1 GB, of which no process has any. */
function FILLS_SOCKETS(): string {
  return `
import os, socket, time
for _ in range(6):
  if os.fork() == 0:
    kept = []
    while len(kept) < 400:
      pair = socket.socketpair()
      kept.append(pair)
      for end in pair:
        end.setblocking(False)
        try:
          while True: end.send(b"x" * 65536)
        except BlockingIOError: pass
    time.sleep(30)
time.sleep(30)`;
}

function MAKES_FILES(folder: string, count: number): string {
  return `
import os
for index in range(${count}):
  if index % 1000 == 0: os.mkdir(f"${folder}/{index}")
  os.mknod(f"${folder}/{index // 1000 * 1000}/{index}")`;
}

describe.skipIf(!hasSandbox).for([...users])('a program in the sandbox of $name that exhausts', ({ uid }) => {
  let root: string;
  let outcomes: readonly CallOutcome[];
  let grownBytes: number;

  beforeAll(async () => {
    root = makeFolder({}, uid);
    ({ outcomes, grownBytes } = await runAs(
      uid,
      root,
      exhaustions.map(({ call }) => call),
    ));
  }, 240_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.for(exhaustions.map((one, index) => ({ ...one, index })))('$name is stopped', ({ index, limits, call }) => {
    const { value, error, ms } = outcomes[index] ?? { ms: Infinity };
    expect(error).toBeUndefined();
    expect(limits).toContain(value?.limitHit);
    expect(ms).toBeLessThan((call.timeout ?? 60) * 1000 + SLACK_MS);
  });

  it('makes the host process grow by less than 64 MB', () => {
    expect(grownBytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('leaves nothing running', () => {
    const running = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
    expect(running.filter((line) => !line.startsWith('Z') && line.includes('sleep 31.7'))).toEqual([]);
    expect(running.filter((line) => !line.startsWith('Z') && line.includes(root))).toEqual([]);
  });

  it('leaves no file larger than its limit', () => {
    for (const name of readdirSync(root))
      expect(statSync(join(root, name)).size).toBeLessThanOrEqual(512 * 1024 * 1024);
  });
});
