import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, nodeFileSystem } from '../../src/index.ts';
import { checkSpelling } from '../../src/paths/check-spelling.ts';
import { codeOf, snapshot, temporaryFolder } from '../temporary-workspace.ts';
import cases from '../fixtures/paths.json' with { type: 'json' };

interface PathCase {
  readonly id: string;
  readonly setup: {
    readonly files: Readonly<Record<string, string>>;
    readonly symlinks: Readonly<Record<string, string>>;
  };
  readonly path: string | { readonly $concat: readonly (string | { readonly $repeat: readonly [string, number] })[] };
  readonly op: string;
  readonly expect: string;
  readonly why: string;
  readonly platform?: string;
  readonly special?: Readonly<Record<string, string>>;
  readonly hardlinks?: Readonly<Record<string, string>>;
  readonly post?: Readonly<Record<string, string>>;
  readonly protected?: readonly string[];
  readonly root?: string;
  readonly placeholders?: Readonly<Record<string, string>>;
}

const all = cases as unknown as readonly PathCase[];
const windowsOnly = all.filter(({ platform, path }) => platform === 'win32' && path !== 'git~1/config');
const here = all.filter((one) => !windowsOnly.includes(one));

describe.each([
  ['bound to open folders', nodeFileSystem],
  ['checked by a second look', { ...nodeFileSystem, descriptorPaths: false }],
])('a path of the corpus, %s,', (_name, fs) => {
  it.each(here.map((one) => [one.id, one.why, one] as const))(
    '%s is decided as it must be: %s',
    async (_id, _why, one) => {
      const base = temporaryFolder();
      const fill = (text: string): string =>
        Object.entries({ ...one.placeholders, base, ws: join(base, 'ws') })
          .reduce((now, [key, value]) => now.replaceAll(`{${key}}`, value), text)
          .replaceAll('{base}', base);
      build(base, one, fill);
      const workspace = createWorkspace({
        roots: [fill(one.root ?? '{ws}')],
        state: join(base, 'state'),
        fs,
        ...(one.protected && { protected: one.protected }),
      });
      const outside = (): unknown => ['outside', 'ws-evil', 'elsewhere'].map((name) => safeSnapshot(join(base, name)));
      const before = outside();
      const path = fill(expand(one.path));
      const access = one.op === 'read' ? 'read' : 'write';
      const later = await codeOf(workspace.resolve(path, { access }));
      expect(await codeOf((async () => workspace.resolveSync?.(path, { access }))())).toBe(later);
      const code = await codeOf(one.op === 'read' ? workspace.read(path) : workspace.write(path, 'x'));
      expect(code === 'ok' ? 'allow' : 'reject').toBe(one.expect);
      expect(outside()).toEqual(before);
      for (const [file, content] of Object.entries(one.post ?? {}))
        expect(readFileSync(join(base, file), 'utf8')).toBe(content);
    },
  );
});

describe('a path of the corpus', () => {
  it.each(windowsOnly.map((one) => [one.id, one.why, one] as const))(
    '%s is refused by the rules for Windows: %s',
    (_id, _why, one) => {
      expect(() => checkSpelling(expand(one.path), 'win32')).toThrow(/Windows|device|stream|Network/);
    },
  );
});

function build(base: string, { setup, special, hardlinks }: PathCase, fill: (text: string) => string): void {
  mkdirSync(join(base, 'ws'), { recursive: true });
  for (const [file, content] of Object.entries(setup.files)) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), content);
  }
  for (const [file, target] of Object.entries(setup.symlinks)) symlinkSync(fill(target), join(base, file));
  for (const [file, target] of Object.entries(hardlinks ?? {})) linkSync(join(base, target), join(base, file));
  for (const file of Object.keys(special ?? {})) execFileSync('mkfifo', [join(base, file)]);
}

function expand(path: PathCase['path']): string {
  if (typeof path === 'string') return path;
  return path.$concat
    .map((part) => (typeof part === 'string' ? part : part.$repeat[0].repeat(part.$repeat[1])))
    .join('');
}

function safeSnapshot(folder: string): unknown {
  try {
    return snapshot(folder);
  } catch {
    return undefined;
  }
}
