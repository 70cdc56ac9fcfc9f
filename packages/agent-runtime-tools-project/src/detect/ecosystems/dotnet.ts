import { posix } from 'node:path';
import { childrenOf, xmlText, type XmlElement } from '../../read/parse-xml.ts';
import type { ProjectFiles, ProjectFolder } from '../../read/project-files.ts';
import { optional, textAt } from '../../read/read-value.ts';
import { findTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Solutions (`.sln`, `.slnx`) and projects of C#, F# and Visual Basic. */
export const dotnetEcosystem: Ecosystem = {
  type: 'dotnet',
  manifests: /\.(?:sln|slnx|csproj|fsproj|vbproj)$/,
  async read(folder, files): Promise<Project | undefined> {
    const names = [...folder.files].toSorted();
    const solution = names.find((name) => /\.slnx?$/.test(name));
    const project = names.find((name) => PROJECT_FILE.test(name));
    const manifest = solution ?? project;
    if (manifest === undefined) return undefined;
    const xml = project === undefined ? undefined : await files.xml(folder, project);
    const members = solution === undefined ? [] : await solutionMembers(folder, solution, files);
    const dependencies = await readDependencies(folder, xml, files);
    const property = (name: string): string | undefined =>
      childrenOf(xml, 'PropertyGroup')
        .map((group) => xmlText(group, name))
        .find((text) => text !== undefined);
    const framework = property('TargetFramework') ?? property('TargetFrameworks');
    const sdk = textAt(await files.json(folder, 'global.json'), 'sdk', 'version');
    return {
      ...findTools('dotnet', { folder, dependencies }),
      type: 'dotnet',
      folder,
      manifest,
      name: property('AssemblyName') ?? manifest.replace(/\.\w+$/, ''),
      ...optional('version', property('Version')),
      ...optional('description', property('Description')),
      ...optional('license', property('PackageLicenseExpression')),
      ...optional('runtime', framework ?? (sdk === undefined ? undefined : `sdk ${sdk}`)),
      languages: languagesOf([...names, ...members]),
      packageManager: 'nuget',
      commands: {
        install: 'dotnet restore',
        build: 'dotnet build',
        test: 'dotnet test',
        format: 'dotnet format',
        ...(property('OutputType')?.toLowerCase() === 'exe' && { start: 'dotnet run' }),
      },
      dependencies,
      entryPoints: names.filter((name) => /^Program\.(?:cs|fs|vb)$/.test(name)),
      ...(members.length > 0 && {
        workspace: { tool: 'dotnet', patterns: [...new Set(members.map((path) => posix.dirname(path)))] },
      }),
    };
  },
};

const PROJECT_FILE = /\.(?:cs|fs|vb)proj$/;

/** The project files that a solution lists, with `/`. */
async function solutionMembers(folder: ProjectFolder, name: string, files: ProjectFiles): Promise<string[]> {
  const text = (await files.text(folder, name)) ?? '';
  const listed = name.endsWith('.slnx')
    ? [...text.matchAll(/<Project\s[^>]*?\bPath\s*=\s*"([^"]+)"/g)]
    : [...text.matchAll(/^Project\("[^"\n]*"\)\s*=\s*"[^"\n]*",\s*"([^"\n]+)"/gm)];
  return listed
    .map(([, path = '']) => path.replaceAll('\\', '/'))
    .filter((path) => PROJECT_FILE.test(path))
    .slice(0, 1000);
}

/** Package references, and the SDK, which tells a web project from a library. */
async function readDependencies(
  folder: ProjectFolder,
  project: XmlElement | undefined,
  files: ProjectFiles,
): Promise<Dependency[]> {
  const central = await files.xml(folder, 'Directory.Packages.props');
  const listed = [
    ...childrenOf(project, 'ItemGroup').flatMap((group) => childrenOf(group, 'PackageReference')),
    ...childrenOf(central, 'ItemGroup').flatMap((group) => childrenOf(group, 'PackageVersion')),
  ];
  const sdk = project?.attributes['Sdk'];
  const dependencies = listed.flatMap((reference) => {
    const name = reference.attributes['Include'];
    if (name === undefined) return [];
    const version = reference.attributes['Version'] ?? xmlText(reference, 'Version');
    return [{ name, dev: reference.attributes['PrivateAssets'] === 'all', ...optional('version', version) }];
  });
  return sdk === undefined || sdk === 'Microsoft.NET.Sdk' ? dependencies : [...dependencies, { name: sdk, dev: true }];
}

function languagesOf(names: readonly string[]): string[] {
  const found = LANGUAGES.filter(([extension]) => names.some((name) => name.endsWith(extension))).map(
    ([, name]) => name,
  );
  return found.length > 0 ? found : ['csharp'];
}

const LANGUAGES: readonly (readonly [extension: string, language: string])[] = [
  ['.csproj', 'csharp'],
  ['.fsproj', 'fsharp'],
  ['.vbproj', 'visual-basic'],
];
