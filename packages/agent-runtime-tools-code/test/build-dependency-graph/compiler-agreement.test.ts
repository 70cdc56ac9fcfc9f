import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCodeEngine } from '../../src/index.ts';

const repository = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** What the TypeScript compiler resolves, as `file specifier -> target` with paths relative to the repository. */
async function compilerResolutions(project: string): Promise<Map<string, string>> {
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const args = [
    '-p',
    join(repository, project),
    '--noEmit',
    '--traceResolution',
    '--incremental',
    'false',
    '--composite',
    'false',
  ];
  const { stdout } = await promisify(execFile)(tsc, args, { maxBuffer: 256 * 1024 * 1024 });
  const found = new Map<string, string>();
  let from = '';
  for (const line of stdout.split('\n')) {
    from = /^=+ Resolving module '.*' from '(.*)'\. =+$/.exec(line)?.[1] ?? from;
    const [, specifier, target] = /^=+ Module name '(.*)' was successfully resolved to '([^']*)'/.exec(line) ?? [];
    if (specifier === undefined || target === undefined) continue;
    const file = relative(repository, from);
    if (file.startsWith(`${project}/src/`)) found.set(`${file} ${specifier}`, relative(repository, target));
  }
  return found;
}

describe.each(['core', 'code'])('the sources of %s', (name) => {
  it('have the imports and the edges that the TypeScript compiler finds', { timeout: 120_000 }, async () => {
    const state = await mkdtemp(join(tmpdir(), 'code-agreement-'));
    const workspace = createWorkspace({ roots: [repository], state });
    const engine = createCodeEngine({ workspace });
    onTestFinished(async () => {
      await engine.shutdown();
      await workspace.shutdown();
      await rm(state, { recursive: true, force: true });
    });
    const project = `packages/agent-runtime-tools-${name}`;
    const resolutions = await compilerResolutions(project);
    const { nodes, edges } = await engine.buildDependencyGraph(`${project}/src`, { limit: 20_000 });
    expect(nodes.length).toBeGreaterThan(20);

    const ours = new Set<string>();
    for (const { file } of nodes) {
      const { imports, exports } = await engine.getImportsExports(file);
      const sources = [...imports.map(({ source }) => source), ...exports.flatMap(({ from }) => from ?? [])];
      for (const source of sources) if (!source.startsWith('node:')) ours.add(`${file} ${source}`);
    }
    const theirs = [...resolutions.keys()].filter((key) => !key.includes(' node:') && !/ (?:fs|path)$/.test(key));
    // `declare module` augments a package that the compiler resolves and that the file may not import.
    expect(theirs.filter((key) => !ours.has(key) && !key.endsWith('-core'))).toEqual([]);
    expect([...ours].filter((key) => !resolutions.has(key))).toEqual([]);

    const internal = new Set(edges.filter(({ external }) => !external).map(({ from, to }) => `${from} ${to}`));
    const expected = [...resolutions]
      .filter(([key, target]) => / \.\.?\//.test(key) && !target.includes('node_modules'))
      .map(([key, target]) => `${key.split(' ')[0]} ${target}`);
    expect(new Set(expected).size).toBeGreaterThan(20);
    expect([...new Set(expected)].filter((edge) => !internal.has(edge))).toEqual([]);
    const withinPackage = [...internal].filter((edge) => edge.split(' ')[1]?.startsWith(`${project}/`));
    expect(withinPackage.filter((edge) => !expected.includes(edge))).toEqual([]);
  });
});
