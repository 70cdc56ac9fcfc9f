import type { ProjectFiles, ProjectFolder } from '../read/project-files.ts';
import { dotnetEcosystem } from './ecosystems/dotnet.ts';
import { goEcosystem } from './ecosystems/go.ts';
import { javaEcosystem } from './ecosystems/java.ts';
import { nodeEcosystem } from './ecosystems/node.ts';
import { phpEcosystem } from './ecosystems/php.ts';
import { pythonEcosystem } from './ecosystems/python.ts';
import { rubyEcosystem } from './ecosystems/ruby.ts';
import { rustEcosystem } from './ecosystems/rust.ts';
import type { Ecosystem, Project } from './project.ts';

const ECOSYSTEMS: readonly Ecosystem[] = [
  nodeEcosystem,
  pythonEcosystem,
  rustEcosystem,
  goEcosystem,
  javaEcosystem,
  rubyEcosystem,
  phpEcosystem,
  dotnetEcosystem,
];

/** The projects whose manifest is in a folder: one per type. */
export async function readProjects(folder: ProjectFolder, files: ProjectFiles): Promise<Project[]> {
  const found: Project[] = [];
  for (const ecosystem of ECOSYSTEMS) {
    if (![...folder.files].some((name) => ecosystem.manifests.test(name))) continue;
    const project = await ecosystem.read(folder, files);
    if (project !== undefined) found.push(project);
  }
  return found;
}
