import { childrenOf, xmlText, type XmlElement } from '../../read/parse-xml.ts';
import type { ProjectFiles, ProjectFolder } from '../../read/project-files.ts';
import { optional, tableAt, textAt } from '../../read/read-value.ts';
import { findTools, withTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Projects of Maven (`pom.xml`) and Gradle (`build.gradle`, `settings.gradle`, also in Kotlin). */
export const javaEcosystem: Ecosystem = {
  type: 'java',
  manifests: /^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?)$/,
  async read(folder, files): Promise<Project | undefined> {
    return (await readMaven(folder, files)) ?? (await readGradle(folder, files));
  },
};

async function readMaven(folder: ProjectFolder, files: ProjectFiles): Promise<Project | undefined> {
  const pom = await files.xml(folder, 'pom.xml');
  if (pom === undefined) return undefined;
  const dependencies = mavenDependencies(pom);
  const modules = childrenOf(childrenOf(pom, 'modules')[0], 'module').map(({ text }) => text.trim());
  const program = folder.files.has('mvnw') ? './mvnw' : 'mvn';
  const java =
    xmlText(pom, 'properties', 'maven.compiler.release') ??
    xmlText(pom, 'properties', 'java.version') ??
    xmlText(pom, 'properties', 'maven.compiler.source');
  return {
    ...withTools(findTools('java', { folder, dependencies }), 'buildTools', ['maven']),
    type: 'java',
    folder,
    manifest: 'pom.xml',
    ...optional('name', xmlText(pom, 'artifactId')),
    ...optional('version', xmlText(pom, 'version') ?? xmlText(pom, 'parent', 'version')),
    ...optional('description', xmlText(pom, 'description')),
    ...optional('license', xmlText(childrenOf(pom, 'licenses')[0], 'license', 'name')),
    ...optional('runtime', java === undefined ? undefined : `java ${java}`),
    languages: dependencies.some(({ name }) => name.startsWith('kotlin-')) ? ['kotlin', 'java'] : ['java'],
    packageManager: 'maven',
    commands: {
      install: `${program} dependency:resolve`,
      build: `${program} package`,
      test: `${program} test`,
      ...(dependencies.some(({ name }) => name === 'spring-boot-maven-plugin') && {
        start: `${program} spring-boot:run`,
      }),
    },
    dependencies,
    entryPoints: [],
    ...(modules.length > 0 && { workspace: { tool: 'maven', patterns: modules } }),
  };
}

/** Dependencies and plugins, by artifact id; the parent counts as a dependency, since it brings the framework. */
function mavenDependencies(pom: XmlElement): Dependency[] {
  const sections = [
    childrenOf(childrenOf(pom, 'dependencies')[0], 'dependency'),
    childrenOf(childrenOf(childrenOf(pom, 'dependencyManagement')[0], 'dependencies')[0], 'dependency'),
    childrenOf(childrenOf(childrenOf(pom, 'build')[0], 'plugins')[0], 'plugin'),
    childrenOf(pom, 'parent'),
  ];
  return sections.flat().flatMap((element) => {
    const name = xmlText(element, 'artifactId');
    if (name === undefined) return [];
    const dev = xmlText(element, 'scope') === 'test' || element.name === 'plugin';
    return [{ name, dev, ...optional('version', xmlText(element, 'version')) }];
  });
}

async function readGradle(folder: ProjectFolder, files: ProjectFiles): Promise<Project | undefined> {
  const [build, settings] = [await gradleFile(folder, files, 'build'), await gradleFile(folder, files, 'settings')];
  if (build === undefined && settings === undefined) return undefined;
  const script = withoutComments(build?.text ?? '');
  const structure = withoutComments(settings?.text ?? '');
  const dependencies = [...gradleDependencies(script), ...(await catalogueDependencies(folder, files))];
  const program = folder.files.has('gradlew') ? './gradlew' : 'gradle';
  const modules = [...structure.matchAll(/\binclude\s*\(?\s*((?:["'][^"'\n]+["']\s*,?\s*)+)/g)]
    .flatMap(([, list]) => [...(list ?? '').matchAll(/["']:?([^"'\n]+)["']/g)])
    .map(([, path]) => (path ?? '').replaceAll(':', '/'));
  const java = /(?:languageVersion[^\n]*?|sourceCompatibility[^\n]*?|jvmToolchain\s*\(\s*)(?:VERSION_)?(\d+)/.exec(
    script,
  )?.[1];
  const isKotlin = /kotlin\s*\(\s*["'](?:jvm|android|multiplatform)|org\.jetbrains\.kotlin|kotlin-gradle/.test(script);
  return {
    ...withTools(findTools('java', { folder, dependencies }), 'buildTools', ['gradle']),
    type: 'java',
    folder,
    manifest: build?.name ?? settings?.name ?? 'build.gradle',
    ...optional('name', /rootProject\.name\s*=\s*["']([^"'\n]{1,200})["']/.exec(structure)?.[1]),
    ...optional('version', /^version\s*=?\s*["']([^"'\n]{1,200})["']/m.exec(script)?.[1]),
    ...optional('runtime', java === undefined ? undefined : `java ${java}`),
    languages: isKotlin ? ['kotlin', 'java'] : ['java'],
    packageManager: 'gradle',
    commands: {
      build: `${program} build`,
      test: `${program} test`,
      ...(/\bapplication\b/.test(script) && { start: `${program} run` }),
    },
    dependencies,
    entryPoints: [],
    ...(modules.length > 0 && { workspace: { tool: 'gradle', patterns: modules } }),
  };
}

async function gradleFile(
  folder: ProjectFolder,
  files: ProjectFiles,
  stem: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  for (const name of [`${stem}.gradle.kts`, `${stem}.gradle`]) {
    const text = await files.text(folder, name);
    if (text !== undefined) return { name, text };
  }
  return undefined;
}

function withoutComments(script: string): string {
  return script.replace(/\/\*[^]*?(?:\*\/|$)|(^|\s)\/\/[^\n]*/g, '$1');
}

/** `testImplementation("group:name:1.0")` and `id("plugin") version "1.0"`. */
function gradleDependencies(script: string): Dependency[] {
  const libraries = [...script.matchAll(GRADLE_LIBRARY)].map(([, configuration = '', name = '', version]) => ({
    name,
    dev: /test|annotationProcessor|kapt/i.test(configuration),
    ...optional('version', version),
  }));
  const plugins = [...script.matchAll(GRADLE_PLUGIN)].map(([, name = '', version]) => ({
    name,
    dev: true,
    ...optional('version', version),
  }));
  return [...libraries, ...plugins];
}

const GRADLE_LIBRARY =
  /\b(\w*(?:[iI]mplementation|[aA]pi|compileOnly|runtimeOnly|annotationProcessor|kapt))\s*\(?\s*(?:platform\s*\(\s*)?["'][\w.-]+:([\w.-]+)(?::([\w.+-]+))?["']/g;
const GRADLE_PLUGIN = /\bid\s*\(?\s*["']([\w.-]+)["']\s*\)?(?:\s*version\s*\(?\s*["']([\w.+-]+)["'])?/g;

/** The libraries of `gradle/libs.versions.toml`. */
async function catalogueDependencies(folder: ProjectFolder, files: ProjectFiles): Promise<Dependency[]> {
  const below = files.below(folder, 'gradle');
  if (below === undefined) return [];
  const catalogue = await files.toml(below, 'libs.versions.toml');
  return Object.values(tableAt(catalogue, 'libraries')).flatMap((library) => {
    const coordinates = typeof library === 'string' ? library : textAt(library, 'module');
    const name = coordinates?.split(':')[1] ?? textAt(library, 'name');
    return name === undefined ? [] : [{ name, dev: false }];
  });
}
