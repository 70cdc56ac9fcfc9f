import { detectProjects } from '../detect/detect-projects.ts';
import { enclosingProject } from '../detect/enclosing-project.ts';
import {
  describeProject,
  describeWorkspaces,
  type ProjectValue,
  type WorkspaceValue,
} from '../detect/project-schema.ts';
import type { Project } from '../detect/project.ts';
import { languageOf } from '../detect/tables/languages.ts';
import { isTestFile } from '../conventions/test-conventions.ts';
import { displayPath, ProjectFiles, relativePath, type ProjectFolder, type ReadCall } from '../read/project-files.ts';
import { optional } from '../read/read-value.ts';
import { summaryOfReadme } from './summary-of-readme.ts';

export interface OverviewValue {
  path: string;
  type: string;
  name?: string;
  summary?: string;
  license?: string;
  projects: ProjectValue[];
  workspaces: WorkspaceValue[];
  languages: { language: string; files: number; bytes: number; share: number }[];
  structure: { path: string; files: number; bytes: number }[];
  entryPoints: string[];
  dependencies: { name: string; version?: string; dev: boolean }[];
  dependenciesTotal: number;
  tests: number;
  documents: string[];
  ci: string[];
  files: number;
  folders: number;
  bytes: number;
  truncated: boolean;
  notes: string[];
}

/** A project at a glance: what it is, what it is made of, where things are. */
export async function getProjectOverview(path: string, call: ReadCall): Promise<OverviewValue> {
  const files = await ProjectFiles.open(path, call);
  const detected = await detectProjects(files);
  const main = detected.own[0] ?? (detected.nested.length === 0 ? await enclosingProject(files) : undefined);
  const readme = [...files.top.files].find((name) => /^readme(?:\.\w+)?$/i.test(name));
  const readmeText = readme === undefined ? undefined : await files.text(files.top, readme);
  const summary = main?.description ?? (readmeText === undefined ? undefined : summaryOfReadme(readmeText));
  const dependencies = detected.own.flatMap((project) => project.dependencies);
  return {
    path: files.top.display,
    type: main?.type ?? detected.type,
    ...optional('name', main?.name),
    ...optional('summary', summary),
    ...optional('license', main?.license ?? licenceFile(files.top)),
    projects: detected.own.map(describeProject),
    workspaces: describeWorkspaces(detected),
    languages: languagesOf(files),
    structure: structureOf(files),
    entryPoints: entryPointsOf(detected.own, files),
    dependencies: dependencies.slice(0, MAX_DEPENDENCIES).map((dependency) => ({ ...dependency })),
    dependenciesTotal: dependencies.length,
    tests: files.files.filter(({ name }) => isTestFile(name)).length,
    documents: documentsOf(files),
    ci: files.files
      .filter(({ path: file }) => CI.test(file))
      .map(({ folder, name }) => displayPath(folder, name))
      .slice(0, 30),
    files: files.files.length,
    folders: files.folders.length,
    bytes: files.files.reduce((sum, { size }) => sum + size, 0),
    truncated: files.truncated,
    notes: files.notes,
  };
}

const MAX_DEPENDENCIES = 100;
const MAX_FOLDERS = 60;
const CI =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|Jenkinsfile|\.travis\.yml|\.drone\.yml|bitbucket-pipelines\.yml|appveyor\.yml)$/;

function languagesOf({ files }: ProjectFiles): OverviewValue['languages'] {
  const counts = new Map<string, { files: number; bytes: number }>();
  for (const { name, size } of files) {
    const language = languageOf(name);
    if (language === undefined) continue;
    const { files: known, bytes } = counts.get(language) ?? { files: 0, bytes: 0 };
    counts.set(language, { files: known + 1, bytes: bytes + size });
  }
  const total = [...counts.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  return [...counts]
    .map(([language, count]) => ({
      language,
      ...count,
      share: total === 0 ? 0 : Math.round((count.bytes / total) * 1000) / 1000,
    }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** The folders of the first two levels, with what is in them and below. */
function structureOf({ folders, files, top }: ProjectFiles): OverviewValue['structure'] {
  const shown = folders.filter(({ relative = '.' }) => relative !== '.' && relative.split('/').length <= 2);
  const totals = new Map<string, { files: number; bytes: number }>();
  for (const { path, size } of files) {
    const names = path.split('/').slice(0, -1);
    for (const depth of [1, 2]) {
      if (names.length < depth) continue;
      const folder = names.slice(0, depth).join('/');
      const known = totals.get(folder) ?? { files: 0, bytes: 0 };
      totals.set(folder, { files: known.files + 1, bytes: known.bytes + size });
    }
  }
  return shown
    .slice(0, MAX_FOLDERS)
    .map(({ relative = '.' }) => ({
      path: displayPath(top, relative),
      ...(totals.get(relative) ?? { files: 0, bytes: 0 }),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The entry points that the manifests name, and files with a usual name for one. */
function entryPointsOf(projects: readonly Project[], files: ProjectFiles): string[] {
  const named = projects.flatMap(({ entryPoints, folder }) => entryPoints.map((path) => displayPath(folder, path)));
  const usual = files.files
    .filter(({ path }) => USUAL_ENTRY.test(path))
    .map(({ folder, name }) => displayPath(folder, name));
  return [...new Set([...named, ...usual])].slice(0, 30);
}

const USUAL_ENTRY = /^(?:src\/)?(?:index|main|app|server|cli)\.(?:[cm]?[jt]sx?|py|go|rs|rb|php)$/;

function documentsOf(files: ProjectFiles): string[] {
  return files.files
    .filter(({ name, path }) => DOCUMENT.test(name) && relativeDepth(path) <= 2)
    .map(({ folder, name }) => displayPath(folder, name))
    .slice(0, 40);
}

const DOCUMENT = /\.(?:md|rst|adoc)$|^readme$/i;

function relativeDepth(path: string): number {
  return path.split('/').length;
}

function licenceFile(folder: ProjectFolder): string | undefined {
  const name = [...folder.files].find((each) => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(each));
  return name === undefined ? undefined : `see ${relativePath(folder, name)}`;
}
