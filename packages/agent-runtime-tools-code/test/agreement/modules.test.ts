import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { compiledModules, compilerResolutions } from './compiler.ts';
import { PACKAGES, packageProject, repositoryProject, type PackageName, type Project } from './projects.ts';

const projects: Record<string, { readonly path: string; readonly open: () => Promise<Project> }> = {
  'this repository': { path: 'packages', open: repositoryProject },
};
for (const name of Object.keys(PACKAGES) as PackageName[])
  projects[name] = { path: '.', open: () => packageProject(name) };

describe.each(Object.entries(projects))('the modules of %s', (_, { path, open }) => {
  it('are those that the TypeScript compiler finds, in every file', { timeout: 120_000 }, async () => {
    const project = await open();
    const { engine, root } = project;
    const compiled = compiledModules(project);
    const resolutions = await compilerResolutions(project);
    const graph = await engine.buildDependencyGraph(path, { limit: 100_000 });
    const files = graph.nodes
      .map(({ file }) => file)
      .filter((file) => path === '.' || /^packages\/[^/]+\/src\//.test(file));
    expect(files.length).toBeGreaterThan(40);
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of graph.edges) edges.set(from, (edges.get(from) ?? new Set()).add(to));

    const wrong: unknown[] = [];
    for (const file of files) {
      const { imports, exports } = await engine.getImportsExports(file);
      const theirs = compiled(file);
      const sources = [...imports.map(({ source }) => source), ...exports.flatMap(({ from }) => from ?? [])];
      compare(file, 'imports', sources, theirs.imports);
      compare(
        file,
        'exports',
        exports.map(({ name }) => name),
        theirs.exports,
      );
      const targets = theirs.imports.map((each) => targetOf(root, each, resolutions.get(`${file} ${each}`)));
      compare(file, 'edges', [...(edges.get(file) ?? [])], targets);
    }
    expect(wrong).toEqual([]);

    function compare(file: string, what: string, ours: readonly string[], theirs: readonly string[]): void {
      const [own, other] = [new Set(ours), new Set(theirs)];
      const extra = [...own].filter((each) => !other.has(each));
      const missing = [...other].filter((each) => !own.has(each));
      if (extra.length > 0 || missing.length > 0) wrong.push({ file, what, extra, missing });
    }
  });
});

/** The end of an edge for what the compiler found. */
function targetOf(root: string, specifier: string, target: string | undefined): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  const isInside = target?.startsWith(`${root}/`) === true && !target.includes('/node_modules/');
  if (target === undefined || !isInside) return /^[./]/.test(specifier) ? specifier : packageOf(specifier);
  // The graph leads to the source of a package of the workspace, the compiler to what was built from it.
  const source = target.replace(/\/dist\/(.*)\.d\.ts$/, '/src/$1.ts');
  return (existsSync(source) ? source : target).slice(root.length + 1);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
