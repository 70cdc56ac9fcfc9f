import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, type TemporaryFiles } from './temporary-files.ts';
import cases from './fixtures/paths.json' with { type: 'json' };

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
/** What only Windows makes of a path is tested as a rule where the rule is. */
const here = all.filter(({ platform, path }) => platform !== 'win32' || path === 'git~1/config');
const refused = here.filter((one) => one.expect === 'reject');

const made: string[] = [];
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe('a hostile path', () => {
  it.each(here.map((one) => [one.id, one.why, one] as const))(
    '%s is decided as it must be: %s',
    async (_id, _why, one) => {
      const { base, path, tools } = build(one, { approves: one.expect === 'allow' });
      const before = outsideOf(base);
      const result =
        one.op === 'read'
          ? await tools.execute('read_file', { path })
          : await tools.execute('write_file', { path, content: 'x' });
      expect(result.ok ? 'allow' : 'reject', codeOf(result)).toBe(one.expect);
      if (one.op === 'read')
        expect((await tools.execute('read', { file_paths: [path] })).ok ? 'allow' : 'reject').toBe(one.expect);
      expect(outsideOf(base)).toEqual(before);
      for (const [file, content] of Object.entries(one.post ?? {}))
        expect(readFileSync(join(base, file), 'utf8')).toBe(`SECRET ${content}`);
    },
  );

  it.each(refused.map((one) => [one.id, one.why, one] as const))(
    '%s leads no tool to anything outside, whatever is consented to: %s',
    async (_id, _why, one) => {
      const calls: ((tools: TemporaryFiles['tools'], path: string) => Promise<unknown>)[] = [
        (tools, path) => tools.execute('list_directory', { path, recursive: true, includeHidden: true }),
        (tools, path) => tools.execute('read_file', { path, encoding: 'base64' }),
        (tools, path) => tools.execute('read_file', { path, mode: 'indentation', anchorLine: 1 }),
        (tools, path) => tools.execute('read', { file_paths: [path], offset: -5 }),
        (tools, path) => tools.dryRun('write_file', { path, content: 'x' }),
        (tools, path) => tools.execute('write_file', { path, content: 'x' }),
        (tools, path) => tools.dryRun('delete_file', { path, recursive: true }),
        (tools, path) => tools.execute('delete_file', { path, recursive: true }),
        (tools, path) => tools.execute('move_file', { from: path, to: 'stolen' }),
        (tools, path) => tools.execute('move_file', { from: 'own.txt', to: path, overwrite: true }),
        (tools, path) => tools.execute('undo_change', { paths: [path] }),
      ];
      for (const call of calls) {
        const { base, path, tools } = build(one, { approves: true });
        writeFileSync(join(base, 'ws', 'own.txt'), 'own');
        const before = outsideOf(base);
        const result = JSON.stringify(await call(tools, path));
        expect(outsideOf(base)).toEqual(before);
        expect(result).not.toMatch(/SECRET|U0VDUkVU|"EXECUTION_ERROR"|"MIDDLEWARE_FAILED"|"TIMEOUT"/);
      }
    },
    30_000,
  );
});

function build(
  one: PathCase,
  { approves }: { approves: boolean },
): Pick<TemporaryFiles, 'tools'> & { base: string; path: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')));
  made.push(base);
  const fill = (text: string): string =>
    Object.entries({ ...one.placeholders, base, ws: join(base, 'ws') })
      .reduce((now, [key, value]) => now.replaceAll(`{${key}}`, value), text)
      .replaceAll('{base}', base);
  mkdirSync(join(base, 'ws'), { recursive: true });
  for (const [file, content] of Object.entries(one.setup.files)) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), file.startsWith('ws/') ? content : `SECRET ${content}`);
  }
  for (const [file, target] of Object.entries(one.setup.symlinks)) symlinkSync(fill(target), join(base, file));
  for (const [file, target] of Object.entries(one.hardlinks ?? {})) linkSync(join(base, target), join(base, file));
  for (const file of Object.keys(one.special ?? {})) execFileSync('mkfifo', [join(base, file)]);
  const { tools } = temporaryFiles(
    {},
    {
      approves,
      roots: [fill(one.root ?? '{ws}')],
      state: join(base, 'state'),
      ...(one.protected && { protected: one.protected }),
    },
  );
  return { base, path: fill(expand(one.path)), tools };
}

function expand(path: PathCase['path']): string {
  if (typeof path === 'string') return path;
  return path.$concat
    .map((part) => (typeof part === 'string' ? part : part.$repeat[0].repeat(part.$repeat[1])))
    .join('');
}

/** Everything beside the workspace and the state, with its content. */
function outsideOf(base: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(base).filter((each) => each !== 'ws' && each !== 'state')) {
    found[name] = '';
    if (!lstatSync(join(base, name)).isDirectory()) continue;
    for (const below of readdirSync(join(base, name), { recursive: true, encoding: 'utf8' })) {
      const path = join(base, name, below);
      found[join(name, below)] = lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
    }
  }
  return found;
}
