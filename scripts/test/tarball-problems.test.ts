import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { lineMappings } from '../build/line-mappings.mjs';
import { withShippedSources } from '../build/shipped-maps.mjs';
import { repositoryFields } from '../packages/repository-address.mjs';
import { sizeProblems } from '../packages/size-budgets.mjs';
import { tarballProblems } from '../packages/tarball-problems.mjs';

const good = {
  'p/package.json': { name: 'p', dependencies: { ajv: '^8.0.0' } },
  'p/README.md': '# p',
  'p/LICENSE': 'MIT',
  'p/src/a.ts': 'export const a = 1;',
  'p/dist/a.js': 'export const a = 1;\n//# sourceMappingURL=a.js.map',
  'p/dist/a.js.map': { sources: ['../src/a.ts'] },
  'p/dist/a.d.ts': 'export declare const a = 1;\n//# sourceMappingURL=a.d.ts.map',
  'p/dist/a.d.ts.map': { sources: ['../src/a.ts'] },
};
const problemsOf = (change: Record<string, unknown>): string[] =>
  tarballProblems(join(temporaryTree({ ...good, ...change }), 'p'));

describe('a packed package', () => {
  it('is fine with sources, maps that lead to them, a README and a licence', () => {
    expect(problemsOf({})).toEqual([]);
    const reexport = '{\n  check();\n}\nimport { a } from "./a.js";\nimport c from "./c.js";\nexport { a, c };\n';
    expect(problemsOf({ 'p/dist/b.js': reexport })).toEqual([]);
  });

  it.each([
    [{ 'p/test/a.test.ts': '' }, 'test/a.test.ts should not be published'],
    [{ 'p/src/a.test.ts': '' }, 'src/a.test.ts should not be published'],
    [{ 'p/notes.txt': '' }, 'notes.txt should not be published'],
    [{ 'p/tsconfig.tsbuildinfo': '' }, 'tsconfig.tsbuildinfo should not be published'],
    [{ 'p/dist/b.js': 'export const b = 1;' }, 'dist/b.js has no source map'],
    [{ 'p/dist/a.js': 'export const a = 1;' }, 'dist/a.js names no source map'],
    [{ 'p/dist/a.d.ts.map': { sources: ['../src/gone.ts'] } }, 'names ../src/gone.ts, which is not published'],
    [
      { 'p/dist/a.js.map': { sources: ['../node_modules/ajv/lib/ajv.js'], sourcesContent: ['code'] } },
      'the licence of ajv is missing',
    ],
    [{ 'p/package.json': { name: 'p', dependencies: { ajv: 'catalog:' } } }, 'package.json contains "catalog:"'],
    [{ 'p/package.json': { name: 'p', dependencies: { q: 'workspace:^' } } }, 'package.json contains "workspace:"'],
  ])('is refused with %o', (change, problem) => {
    expect(problemsOf(change)).toEqual([expect.stringContaining(problem)]);
  });

  it('is refused when it is larger than its budget, or has none', () => {
    expect(sizeProblems('packages/agent-runtime-tools-rules', 10_000)).toEqual([]);
    expect(sizeProblems('packages/agent-runtime-tools-rules', 10_000_000)).toEqual([
      expect.stringMatching(/10000 kB; the budget is \d+ kB/),
    ]);
    expect(sizeProblems('packages/agent-runtime-tools-new', 1)).toEqual([expect.stringContaining("add 'new'")]);
  });

  it('says where its source is once the repository has an address, and nothing before', () => {
    expect(repositoryFields('@ku0/agent-runtime-tools-net', undefined)).toEqual({});
    expect(repositoryFields('@ku0/agent-runtime-tools-net', 'https://host.test/o/r')).toEqual({
      repository: {
        type: 'git',
        url: 'git+https://host.test/o/r.git',
        directory: 'packages/agent-runtime-tools-net',
      },
      homepage: 'https://host.test/o/r/tree/main/packages/agent-runtime-tools-net#readme',
      bugs: 'https://host.test/o/r/issues',
    });
  });
});

describe('a published source map', () => {
  it('has the first position of each line', () => {
    expect(lineMappings('AAAA,IAAI,CAAC;AACL,EAAE')).toBe('AAAA;AACA');
    // A segment without a source, an empty line, a second source, a position further up.
    expect(lineMappings('A,IAAA,CAAC;;GCADA,IAAI')).toBe('IAAA;;GCAA');
    expect(lineMappings('AAgBC;AAhBD')).toBe('AAgBC;AAhBD');
  });

  it('has the text of bundled libraries, under a name without folders of pnpm, and not that of own sources', () => {
    const sources = ['../src/a.ts', '../../../node_modules/.pnpm/@x+y@1.0.0/node_modules/@x/y/lib/y.js'];
    expect(withShippedSources({ sources, sourcesContent: ['own', 'library'] })).toEqual({
      sources: ['../src/a.ts', '../node_modules/@x/y/lib/y.js'],
      sourcesContent: [null, 'library'],
    });
  });
});
