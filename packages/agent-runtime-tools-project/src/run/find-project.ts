import { dirname, relative } from 'node:path';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { withPathSuggestions } from '@ku0/agent-runtime-tools-workspace';
import { readProjects } from '../detect/ecosystems.ts';
import type { Project } from '../detect/project.ts';
import { ProjectFiles } from '../read/project-files.ts';
import { readCall } from '../read/read-call.ts';

/** The place that a call names, and the projects that it may belong to. */
export interface ProjectPlace {
  /** The real path of the file or folder. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The root of the workspace that it is in. */
  readonly root: string;
  /** Projects in the folder and in the folders above it, nearest first. */
  readonly projects: readonly Project[];
}

/** Finds the projects of a file or folder. Throws a ToolFailure of the workspace if there is no such path. */
export async function findProjects(path: string, context: ToolContext): Promise<ProjectPlace> {
  const call = readCall(context);
  const place = await withPathSuggestions(call.workspace, () =>
    call.workspace.resolve(path, { access: 'stat', cwd: call.cwd }),
  );
  const isFolder = place.kind === 'directory';
  // Only the folder itself is read, not what is below it.
  const files = await ProjectFiles.open(isFolder ? place.path : dirname(place.path), call, { folders: 1, files: 5000 });
  const projects: Project[] = [];
  for (const folder of [files.top, ...(await files.ancestors())]) projects.push(...(await readProjects(folder, files)));
  return { path: place.path, isFolder, root: place.root, projects };
}

/** A path as a program in the folder of the project is given it; '.' for that folder, and never like an option. */
export function pathInProject({ path }: ProjectPlace, { folder }: Project): string {
  const inside = relative(folder.path, path);
  if (inside === '') return '.';
  return inside.startsWith('-') ? `./${inside}` : inside;
}
