import type { ProjectFiles } from '../read/project-files.ts';
import { readProjects } from './ecosystems.ts';
import { findMembers } from './find-members.ts';
import { PROJECT_TYPES, type Project, type ProjectType } from './project.ts';
import { TYPE_OF_LANGUAGE, languageOf } from './tables/languages.ts';

/** The projects in a folder and below it. */
export interface DetectedProjects {
  /** The type with the most source files among the projects of the folder itself, or else among those below it. */
  readonly type: ProjectType | 'unknown';
  /** The projects whose manifest is in the folder itself, that of `type` first. */
  readonly own: readonly Project[];
  /** The projects below it. */
  readonly nested: readonly Project[];
  readonly workspaces: readonly DetectedWorkspace[];
}

export interface DetectedWorkspace {
  readonly tool: string;
  /** The project whose manifest lists the members. */
  readonly root: Project;
  readonly members: readonly Project[];
}

/** Reads the manifests in a folder and below it, at most 300. */
export async function detectProjects(files: ProjectFiles): Promise<DetectedProjects> {
  const projects: Project[] = [];
  for (const folder of files.folders) {
    if (isFixture(folder.relative ?? '.')) continue;
    projects.push(...(await readProjects(folder, files)));
    if (projects.length < MAX_PROJECTS) continue;
    files.addNote(`Only the first ${projects.length} projects were read.`);
    break;
  }
  const [own, nested] = [projects.filter(isOwn), projects.filter((project) => !isOwn(project))];
  const counts = countTypes(files);
  const byFiles = (a: Project, b: Project): number => (counts.get(b.type) ?? 0) - (counts.get(a.type) ?? 0);
  const sorted = own.toSorted(byFiles);
  return {
    type: (sorted[0] ?? nested.toSorted(byFiles)[0])?.type ?? 'unknown',
    own: sorted,
    nested,
    workspaces: projects.flatMap((root) =>
      root.workspace === undefined
        ? []
        : [{ tool: root.workspace.tool, root, members: findMembers(root, root.workspace, { projects, files }) }],
    ),
  };
}

const MAX_PROJECTS = 300;

function isOwn({ folder }: Project): boolean {
  return folder.relative === '.';
}

/** Manifests in test data do not describe the project. */
function isFixture(relative: string): boolean {
  return /(?:^|\/)(?:__)?(?:fixtures?|testdata|test-data|snapshots)(?:__)?(?:\/|$)/.test(relative);
}

function countTypes(files: ProjectFiles): ReadonlyMap<ProjectType, number> {
  const counts = new Map<ProjectType, number>(PROJECT_TYPES.map((type) => [type, 0]));
  for (const { name } of files.files) {
    const type = TYPE_OF_LANGUAGE[languageOf(name) ?? ''];
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}
