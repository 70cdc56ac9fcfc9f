import { optional } from '../../read/read-value.ts';
import { findTools, withTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Modules with a `go.mod`, and workspaces with a `go.work`. */
export const goEcosystem: Ecosystem = {
  type: 'go',
  manifests: /^go\.(?:mod|work)$/,
  async read(folder, files): Promise<Project | undefined> {
    const [module, work] = [await files.text(folder, 'go.mod'), await files.text(folder, 'go.work')];
    if (module === undefined && work === undefined) return undefined;
    const dependencies = entriesOf(module ?? '', 'require').flatMap(parseRequire);
    const version = entriesOf(module ?? work ?? '', 'go')[0];
    const uses = entriesOf(work ?? '', 'use').map((path) => path.replace(/^"|"$/g, ''));
    const tools = withTools(findTools('go', { folder, dependencies }), 'testRunners', ['go']);
    const all = work === undefined ? './...' : 'work';
    return {
      ...withTools(tools, 'formatters', ['gofmt']),
      type: 'go',
      folder,
      manifest: module === undefined ? 'go.work' : 'go.mod',
      ...optional('name', entriesOf(module ?? '', 'module')[0]),
      ...optional('runtime', version === undefined ? undefined : `go ${version}`),
      languages: ['go'],
      packageManager: 'go',
      commands: {
        install: 'go mod download',
        build: `go build ${all}`,
        test: `go test ${all}`,
        lint: tools.linters.includes('golangci-lint') ? 'golangci-lint run' : `go vet ${all}`,
        format: 'gofmt -w .',
      },
      dependencies,
      entryPoints: [
        ...(folder.files.has('main.go') ? ['main.go'] : []),
        ...[...(files.below(folder, 'cmd')?.folders ?? [])]
          .map((name) => `cmd/${name}/main.go`)
          .filter((path) => files.hasFile(folder, path)),
      ].slice(0, 20),
      ...(work !== undefined && { workspace: { tool: 'go', patterns: uses } }),
    };
  },
};

/**
 * The entries of a directive, alone or in brackets:
 *
 *     use ./a
 *     use (
 *       ./b // comment
 *     )            has the entries ./a and ./b
 */
function entriesOf(text: string, directive: string): string[] {
  const found: string[] = [];
  let isInBlock = false;
  for (const raw of text.split('\n')) {
    const isIndirect = raw.includes('// indirect');
    const line = raw.replace(/\/\/.*$/, '').trim();
    if (isInBlock && line === ')') isInBlock = false;
    else if (isInBlock && line !== '') found.push(isIndirect ? `${line} // indirect` : line);
    else if (line.startsWith(`${directive} `) || line.startsWith(`${directive}(`)) {
      const rest = line.slice(directive.length).trim();
      if (rest === '(') isInBlock = true;
      else found.push(isIndirect ? `${rest} // indirect` : rest);
    }
  }
  return found.slice(0, MAX_ENTRIES);
}

const MAX_ENTRIES = 2000;

/** Indirect requirements belong to other modules and are left out. */
function parseRequire(entry: string): Dependency[] {
  const [name, version] = entry.split(/\s+/);
  if (name === undefined || entry.endsWith('// indirect')) return [];
  return [{ name, dev: false, ...optional('version', version) }];
}
