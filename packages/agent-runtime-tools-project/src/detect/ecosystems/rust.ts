import type { ProjectFiles, ProjectFolder } from '../../read/project-files.ts';
import { isTable, optional, tableAt, textAt, textsAt, type Table } from '../../read/read-value.ts';
import { findTools, withTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Projects with a `Cargo.toml`: a package, a workspace, or both. */
export const rustEcosystem: Ecosystem = {
  type: 'rust',
  manifests: /^Cargo\.toml$/,
  async read(folder, files): Promise<Project | undefined> {
    const manifest = await files.toml(folder, 'Cargo.toml');
    if (manifest === undefined) return undefined;
    const inherited = await workspacePackage(folder, files);
    const field = (key: string): string | undefined =>
      textAt(manifest, 'package', key) ?? (isInherited(manifest, key) ? textAt(inherited, key) : undefined);
    const dependencies = readDependencies(manifest);
    const edition = field('edition');
    const version = field('rust-version');
    const runtime = [version && `rust ${version}`, edition && `edition ${edition}`].filter(Boolean).join(', ');
    const patterns = textsAt(manifest, 'workspace', 'members');
    const tools = findTools('rust', { folder, dependencies });
    return {
      ...withTools(withTools(tools, 'testRunners', ['cargo']), 'formatters', ['rustfmt']),
      type: 'rust',
      folder,
      manifest: 'Cargo.toml',
      ...optional('name', field('name')),
      ...optional('version', field('version')),
      ...optional('description', field('description')),
      ...optional('license', field('license')),
      ...(runtime !== '' && { runtime }),
      languages: ['rust'],
      packageManager: 'cargo',
      commands: {
        install: 'cargo fetch',
        build: 'cargo build',
        test: 'cargo test',
        lint: 'cargo clippy',
        format: 'cargo fmt',
        ...(folder.folders.has('src') && { start: 'cargo run' }),
      },
      dependencies,
      entryPoints: ['src/main.rs', 'src/lib.rs'].filter((path) => files.hasFile(folder, path)),
      ...(isTable(tableAt(manifest)['workspace']) && {
        workspace: { tool: 'cargo', patterns, exclude: textsAt(manifest, 'workspace', 'exclude') },
      }),
    };
  },
};

/** Whether a field says `version.workspace = true`. */
function isInherited(manifest: unknown, key: string): boolean {
  return tableAt(manifest, 'package', key)['workspace'] === true;
}

/** The `[workspace.package]` of the nearest workspace at or above a folder. */
async function workspacePackage(folder: ProjectFolder, files: ProjectFiles): Promise<Table> {
  const within = (folder.relative ?? '.').split('/');
  const paths = ['.', ...within.map((_, index) => within.slice(0, index + 1).join('/'))].toReversed();
  const places = [...paths.flatMap((path) => files.folder(path) ?? []), ...(await files.ancestors())];
  for (const place of places) {
    const manifest = await files.toml(place, 'Cargo.toml');
    if (isTable(tableAt(manifest)['workspace'])) return tableAt(manifest, 'workspace', 'package');
  }
  return {};
}

function readDependencies(manifest: unknown): Dependency[] {
  const targets = Object.values(tableAt(manifest, 'target'));
  return [
    ...listed(tableAt(manifest, 'dependencies'), false),
    ...listed(tableAt(manifest, 'workspace', 'dependencies'), false),
    ...targets.flatMap((target) => listed(tableAt(target, 'dependencies'), false)),
    ...listed(tableAt(manifest, 'build-dependencies'), true),
    ...listed(tableAt(manifest, 'dev-dependencies'), true),
  ].filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
}

function listed(table: Table, dev: boolean): Dependency[] {
  return Object.entries(table).map(([name, value]) => ({
    name: textAt(value, 'package') ?? name,
    dev,
    ...optional('version', typeof value === 'string' ? value : textAt(value, 'version')),
  }));
}
