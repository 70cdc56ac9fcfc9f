import type { ProjectFiles } from '../read/project-files.ts';
import { readProjects } from './ecosystems.ts';
import type { Project } from './project.ts';

/** The nearest project in the folders above that of the call, such as the package that a `src` folder belongs to. */
export async function enclosingProject(files: ProjectFiles): Promise<Project | undefined> {
  for (const folder of await files.ancestors()) {
    const [project] = await readProjects(folder, files);
    if (project !== undefined) return project;
  }
  return undefined;
}
