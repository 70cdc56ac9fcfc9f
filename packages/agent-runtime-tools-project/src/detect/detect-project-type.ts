import { ProjectFiles, type ReadCall } from '../read/project-files.ts';
import { optional } from '../read/read-value.ts';
import { detectProjects } from './detect-projects.ts';
import { enclosingProject } from './enclosing-project.ts';
import { describeProject, describeWorkspaces, type ProjectValue, type WorkspaceValue } from './project-schema.ts';

export interface ProjectTypeValue {
  path: string;
  type: string;
  types: string[];
  monorepo: boolean;
  projects: ProjectValue[];
  nested: ProjectValue[];
  nestedTotal: number;
  workspaces: WorkspaceValue[];
  enclosing?: { type: string; path: string; name?: string };
  notes: string[];
}

/** What kind of project a folder is, by the manifests in it and below it. */
export async function detectProjectType(path: string, call: ReadCall): Promise<ProjectTypeValue> {
  const files = await ProjectFiles.open(path, call);
  const detected = await detectProjects(files);
  const { type, own, nested } = detected;
  const enclosing = own.length > 0 && type !== 'unknown' ? undefined : await enclosingProject(files);
  return {
    path: files.top.display,
    type: type === 'unknown' ? (enclosing?.type ?? type) : type,
    types: [...new Set([...own, ...nested].map((project) => project.type))],
    monorepo: detected.workspaces.length > 0,
    projects: own.map(describeProject),
    nested: nested.slice(0, MAX_NESTED).map(describeProject),
    nestedTotal: nested.length,
    workspaces: describeWorkspaces(detected),
    ...(enclosing !== undefined && {
      enclosing: { type: enclosing.type, path: enclosing.folder.display, ...optional('name', enclosing.name) },
    }),
    notes: files.notes,
  };
}

const MAX_NESTED = 50;
