import { displayPath, type ProjectFiles, type ProjectFolder } from '../read/project-files.ts';
import { isTable, tableAt, textAt, type Table } from '../read/read-value.ts';
import type { Convention } from './convention.ts';
import { BIOME_SETTINGS, EDITORCONFIG_SETTINGS, PRETTIER_SETTINGS, TSCONFIG_SETTINGS } from './tables/settings.ts';
import type { Setting } from './tables/settings.ts';

/** The conventions that configuration files state, in the folder or in the nearest folder above that has such a file. */
export async function configuredConventions(files: ProjectFiles): Promise<Convention[]> {
  const places = [files.top, ...(await files.ancestors())];
  const found: Convention[] = [];
  for (const read of READERS) {
    for (const place of places) {
      const conventions = await read(place, files);
      if (conventions.length === 0) continue;
      found.push(...conventions);
      break;
    }
  }
  return found;
}

type Reader = (folder: ProjectFolder, files: ProjectFiles) => Promise<Convention[]>;

const READERS: readonly Reader[] = [editorConfig, prettier, biome, tsconfig, packageJson, pyproject, rustfmt];

/** The settings of `.editorconfig`: those for all files, and those of sections for one extension. */
async function editorConfig(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  const text = await files.text(folder, '.editorconfig');
  const found: Convention[] = [];
  let section = '';
  let settings = new Map<string, string>();
  const finish = (): void => {
    const language = section === '*' || section === '' ? undefined : section;
    found.push(
      ...fromSettings(
        Object.fromEntries(settings),
        EDITORCONFIG_SETTINGS,
        displayPath(folder, '.editorconfig'),
        language,
      ),
    );
    settings = new Map();
  };
  for (const line of text?.split(/\r?\n/).slice(0, 2000) ?? []) {
    const heading = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
    const entry = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (heading !== undefined) {
      finish();
      section = heading.slice(0, 100);
    } else if (entry?.[1] !== undefined) settings.set(entry[1].toLowerCase(), (entry[2] ?? '').toLowerCase());
  }
  finish();
  return found;
}

async function prettier(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  for (const name of ['.prettierrc', '.prettierrc.json', '.prettierrc.yaml', '.prettierrc.yml', '.prettierrc.toml']) {
    // JSON is YAML, except for its comments.
    const parsed = name.endsWith('.toml')
      ? await files.toml(folder, name)
      : name.endsWith('.json')
        ? await files.json(folder, name)
        : await files.yaml(folder, name);
    if (parsed !== undefined) return fromSettings(tableAt(parsed), PRETTIER_SETTINGS, displayPath(folder, name));
  }
  const manifest = await files.json(folder, 'package.json');
  return fromSettings(tableAt(manifest, 'prettier'), PRETTIER_SETTINGS, displayPath(folder, 'package.json'));
}

async function biome(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  for (const name of ['biome.json', 'biome.jsonc']) {
    const parsed = await files.json(folder, name);
    if (parsed === undefined) continue;
    const flat = { ...tableAt(parsed, 'formatter'), ...tableAt(parsed, 'javascript', 'formatter') };
    return fromSettings(flat, BIOME_SETTINGS, displayPath(folder, name));
  }
  return [];
}

async function tsconfig(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  for (const name of ['tsconfig.json', 'tsconfig.base.json']) {
    const options = tableAt(await files.json(folder, name), 'compilerOptions');
    const source = displayPath(folder, name);
    const found = fromSettings(options, TSCONFIG_SETTINGS, source, 'typescript');
    const aliases = Object.keys(tableAt(options, 'paths')).slice(0, 20);
    if (aliases.length > 0)
      found.push({ topic: 'path aliases', language: 'typescript', value: aliases.join(', '), source });
    if (found.length > 0) return found;
  }
  return [];
}

async function packageJson(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  const manifest = await files.json(folder, 'package.json');
  if (!isTable(manifest)) return [];
  const source = displayPath(folder, 'package.json');
  const isModule = textAt(manifest, 'type') === 'module';
  const found: Convention[] = [
    { topic: 'module system', language: 'javascript', value: isModule ? 'ES modules' : 'CommonJS', source },
  ];
  const usesCommitlint = [...folder.files].some((name) => /^(?:\.commitlintrc|commitlint\.config\.)/.test(name));
  if (usesCommitlint || isTable(manifest['commitlint']))
    found.push({ topic: 'commit messages', value: 'checked by commitlint', source });
  if (isTable(manifest['lint-staged'])) found.push({ topic: 'pre-commit', value: 'lint-staged', source });
  return found;
}

async function pyproject(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  const tools = tableAt(await files.toml(folder, 'pyproject.toml'), 'tool');
  const separate = await files.toml(folder, 'ruff.toml');
  const ruff = separate === undefined ? tableAt(tools, 'ruff') : tableAt(separate);
  const source = displayPath(folder, separate === undefined ? 'pyproject.toml' : 'ruff.toml');
  const python = (topic: string, value: unknown): Convention[] =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ topic, language: 'python', value: String(value).slice(0, 200), source }]
      : [];
  return [
    ...python('line length', ruff['line-length'] ?? tableAt(tools, 'black')['line-length']),
    ...python('quotes', tableAt(ruff, 'format')['quote-style']),
    ...python('lint rules', textList(tableAt(ruff, 'lint')['select'] ?? ruff['select'])),
    ...python('type checking', tableAt(tools, 'mypy')['strict'] === true ? 'mypy, strict' : undefined),
    ...python('import order', textAt(tools, 'isort', 'profile')),
  ];
}

function textList(value: unknown): string | undefined {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').join(', ') : undefined;
}

async function rustfmt(folder: ProjectFolder, files: ProjectFiles): Promise<Convention[]> {
  const name = ['rustfmt.toml', '.rustfmt.toml'].find((each) => folder.files.has(each));
  if (name === undefined) return [];
  const settings = Object.entries(tableAt(await files.toml(folder, name))).filter(([, value]) => !isTable(value));
  return settings.slice(0, 30).map(([topic, value]) => ({
    topic: topic.replaceAll('_', ' ').slice(0, 100),
    language: 'rust',
    value: String(value).slice(0, 200),
    source: displayPath(folder, name),
  }));
}

function fromSettings(settings: Table, known: readonly Setting[], source: string, language?: string): Convention[] {
  return known.flatMap(({ key, topic, describe = String }) => {
    const value = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = describe(value, settings);
    return [{ topic, value: text.slice(0, 200), source, ...(language !== undefined && { language }) }];
  });
}
