import type { ProjectFiles, ProjectFolder } from '../../read/project-files.ts';
import { hasKey, isTable, optional, tableAt, textAt, textsAt, type Table } from '../../read/read-value.ts';
import { findTools, withTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project, ProjectTools } from '../project.ts';

/** Projects with a `pyproject.toml`, `setup.py`, `setup.cfg`, `Pipfile` or `requirements.txt`. */
export const pythonEcosystem: Ecosystem = {
  type: 'python',
  manifests: /^(?:pyproject\.toml|setup\.py|setup\.cfg|Pipfile|requirements(?:[-_]\w+)?\.txt)$/,
  async read(folder, files): Promise<Project | undefined> {
    const pyproject = await files.toml(folder, 'pyproject.toml');
    const setup = await readSetup(folder, files);
    const manifest = MANIFESTS.find((name) => folder.files.has(name)) ?? firstRequirements(folder);
    if (manifest === undefined) return undefined;
    const dependencies = unique([
      ...projectDependencies(pyproject),
      ...poetryDependencies(pyproject),
      ...setup.dependencies,
      ...(await pipfileDependencies(folder, files)),
      ...(await requirementsFiles(folder, files)),
    ]);
    const packageManager = packageManagerOf(folder, pyproject);
    const tools = pythonTools({ folder, dependencies, pyproject, setupCfg: setup.config });
    const metadata = [tableAt(pyproject, 'project'), tableAt(pyproject, 'tool', 'poetry'), setup.metadata];
    const first = (key: string): string | undefined =>
      metadata.map((table) => textAt(table, key)).find((text) => text !== undefined);
    const python = first('requires-python') ?? textAt(pyproject, 'tool', 'poetry', 'dependencies', 'python');
    const uvMembers = textsAt(pyproject, 'tool', 'uv', 'workspace', 'members');
    return {
      ...tools,
      type: 'python',
      folder,
      manifest,
      ...optional('name', first('name')),
      ...optional('version', first('version')),
      ...optional('description', first('description')),
      ...optional('license', first('license') ?? textAt(pyproject, 'project', 'license', 'text')),
      ...optional('runtime', python === undefined ? undefined : `python ${python}`),
      languages: ['python'],
      packageManager,
      commands: commandsOf(packageManager, tools, folder),
      dependencies,
      entryPoints: [
        ...Object.values(tableAt(pyproject, 'project', 'scripts')).filter((entry) => typeof entry === 'string'),
        ...ENTRY_FILES.filter((name) => folder.files.has(name)),
      ].slice(0, 20),
      ...(uvMembers.length > 0 && {
        workspace: {
          tool: 'uv',
          patterns: uvMembers,
          exclude: textsAt(pyproject, 'tool', 'uv', 'workspace', 'exclude'),
        },
      }),
    };
  },
};

const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'requirements.txt'];
const ENTRY_FILES = ['manage.py', 'main.py', 'app.py', '__main__.py'];

function firstRequirements({ files }: ProjectFolder): string | undefined {
  return [...files].toSorted().find((name) => REQUIREMENTS.test(name));
}

const REQUIREMENTS = /^requirements(?:[-_]\w+)?\.txt$/;

function packageManagerOf({ files }: ProjectFolder, pyproject: unknown): string {
  const has = (tool: string, lock: string): boolean => hasKey(pyproject, 'tool', tool) || files.has(lock);
  if (has('poetry', 'poetry.lock')) return 'poetry';
  if (has('uv', 'uv.lock')) return 'uv';
  if (has('pdm', 'pdm.lock')) return 'pdm';
  if (hasKey(pyproject, 'tool', 'hatch', 'envs')) return 'hatch';
  return files.has('Pipfile') ? 'pipenv' : 'pip';
}

function projectDependencies(pyproject: unknown): Dependency[] {
  const groups = Object.entries(tableAt(pyproject, 'dependency-groups'));
  const extras = Object.entries(tableAt(pyproject, 'project', 'optional-dependencies'));
  return [
    ...textsAt(pyproject, 'project', 'dependencies').flatMap((line) => parseRequirement(line, false)),
    ...[...groups, ...extras].flatMap(([, lines]) =>
      Array.isArray(lines)
        ? lines.flatMap((line: unknown) => (typeof line === 'string' ? parseRequirement(line, true) : []))
        : [],
    ),
    ...textsAt(pyproject, 'tool', 'uv', 'dev-dependencies').flatMap((line) => parseRequirement(line, true)),
  ];
}

function poetryDependencies(pyproject: unknown): Dependency[] {
  const poetry = tableAt(pyproject, 'tool', 'poetry');
  const groups = Object.values(tableAt(poetry, 'group')).map((group) => tableAt(group, 'dependencies'));
  return [
    ...versionTable(tableAt(poetry, 'dependencies'), false),
    ...[tableAt(poetry, 'dev-dependencies'), ...groups].flatMap((table) => versionTable(table, true)),
  ].filter(({ name }) => name !== 'python');
}

async function pipfileDependencies(folder: ProjectFolder, files: ProjectFiles): Promise<Dependency[]> {
  const pipfile = await files.toml(folder, 'Pipfile');
  return [
    ...versionTable(tableAt(pipfile, 'packages'), false),
    ...versionTable(tableAt(pipfile, 'dev-packages'), true),
  ];
}

function versionTable(table: Table, dev: boolean): Dependency[] {
  return Object.entries(table).map(([name, value]) => ({
    name: name.toLowerCase(),
    dev,
    ...optional('version', isTable(value) ? textAt(value, 'version') : typeof value === 'string' ? value : undefined),
  }));
}

async function requirementsFiles(folder: ProjectFolder, files: ProjectFiles): Promise<Dependency[]> {
  const found: Dependency[] = [];
  for (const name of [...folder.files].filter((each) => REQUIREMENTS.test(each)).slice(0, 20)) {
    const dev = /dev|test|lint|doc/.test(name);
    const lines = (await files.text(folder, name))?.split('\n') ?? [];
    found.push(...lines.flatMap((line) => parseRequirement(line, dev)));
  }
  return found;
}

/** `requests[socks]>=2.0 ; python_version > "3"` is requests, `>=2.0`. Options, URLs and comments are no requirements. */
function parseRequirement(line: string, dev: boolean): Dependency[] {
  const match = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#@]*)/.exec(line.slice(0, 500));
  const name = match?.[1];
  if (name === undefined) return [];
  const version = match?.[2]?.trim() ?? '';
  return [{ name: name.toLowerCase().replaceAll('_', '-'), dev, ...(version !== '' && { version }) }];
}

interface SetupMetadata {
  readonly metadata: Table;
  readonly dependencies: readonly Dependency[];
  /** The sections of setup.cfg. */
  readonly config: ReadonlySet<string>;
}

/** Reads `setup.cfg`, and literals in the call of `setup.py`, which is never executed. */
async function readSetup(folder: ProjectFolder, files: ProjectFiles): Promise<SetupMetadata> {
  const script = (await files.text(folder, 'setup.py')) ?? '';
  const literal = (key: string): string | undefined =>
    new RegExp(`\\b${key}\\s*=\\s*["']([^"'\\n]{1,200})["']`).exec(script)?.[1];
  const requires = /\binstall_requires\s*=\s*\[([^\]]*)\]/.exec(script)?.[1] ?? '';
  const config = parseIni((await files.text(folder, 'setup.cfg')) ?? '');
  const fromConfig = config.get('options')?.get('install_requires')?.split('\n') ?? [];
  const key = (name: string): string | undefined => config.get('metadata')?.get(name) ?? literal(name);
  return {
    metadata: {
      name: key('name'),
      version: key('version'),
      description: key('description'),
      license: key('license'),
      'requires-python': config.get('options')?.get('python_requires') ?? literal('python_requires'),
    },
    dependencies: [
      ...[...requires.matchAll(/["']([^"'\n]+)["']/g)].map(([, line]) => line ?? ''),
      ...fromConfig,
    ].flatMap((line) => parseRequirement(line, false)),
    config: new Set(config.keys()),
  };
}

/** The sections of an ini file, with indented lines as a continuation of the value before. */
function parseIni(text: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key = '';
  for (const line of text.split('\n')) {
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1];
    const entry = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (heading !== undefined) sections.set(heading, (section = new Map<string, string>()));
    else if (entry?.[1] !== undefined) section.set((key = entry[1].toLowerCase()), (entry[2] ?? '').trim());
    else if (/^\s+\S/.test(line) && key !== '') section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`.trim());
  }
  return sections;
}

function pythonTools({
  folder,
  dependencies,
  pyproject,
  setupCfg,
}: {
  readonly folder: ProjectFolder;
  readonly dependencies: readonly Dependency[];
  readonly pyproject: unknown;
  readonly setupCfg: ReadonlySet<string>;
}): ProjectTools {
  let tools = findTools('python', { folder, dependencies });
  for (const [kind, name] of CONFIGURED_TOOLS)
    if (hasKey(pyproject, 'tool', name) || setupCfg.has(name) || setupCfg.has(`tool:${name}`))
      tools = withTools(tools, kind, [name]);
  return tools;
}

/** Tools that are configured in a table of `pyproject.toml` or a section of `setup.cfg`. */
const CONFIGURED_TOOLS: readonly (readonly [keyof ProjectTools, string])[] = [
  ['testRunners', 'pytest'],
  ['testRunners', 'tox'],
  ['formatters', 'black'],
  ['formatters', 'ruff'],
  ['formatters', 'isort'],
  ['linters', 'ruff'],
  ['linters', 'flake8'],
  ['linters', 'mypy'],
  ['linters', 'pyright'],
  ['linters', 'pylint'],
];

function commandsOf(manager: string, tools: ProjectTools, { files }: ProjectFolder): Record<string, string> {
  const prefix = ['poetry', 'uv', 'pdm', 'pipenv', 'hatch'].includes(manager) ? `${manager} run ` : '';
  const pip = files.has('requirements.txt') ? 'pip install -r requirements.txt' : 'pip install -e .';
  const install = { pip, uv: 'uv sync', hatch: 'hatch env create' }[manager] ?? `${manager} install`;
  const test = tools.testRunners.includes('pytest') ? 'pytest' : files.has('manage.py') ? 'python manage.py test' : '';
  const [formatter] = tools.formatters;
  const [linter] = tools.linters;
  return {
    install,
    ...(test !== '' && { test: prefix + test }),
    ...(formatter !== undefined && { format: `${prefix}${formatter === 'ruff' ? 'ruff format' : `${formatter} .`}` }),
    ...(linter !== undefined && { lint: `${prefix}${linter === 'ruff' ? 'ruff check' : `${linter} .`}` }),
    ...(files.has('manage.py') && { start: `${prefix}python manage.py runserver` }),
  };
}

function unique(dependencies: readonly Dependency[]): Dependency[] {
  return [...new Map(dependencies.toReversed().map((each) => [each.name, each])).values()].toReversed();
}
