import { posix } from 'node:path';
import { compilePathGlob } from '@ku0/agent-runtime-tools-rules';
import type { ProjectFiles } from '../read/project-files.ts';
import type { Project, WorkspaceMembers } from './project.ts';

/** The projects that the patterns of a workspace select, without the root itself. */
export function findMembers(
  root: Project,
  { tool, patterns, exclude = [] }: WorkspaceMembers,
  { projects, files }: { readonly projects: readonly Project[]; readonly files: ProjectFiles },
): Project[] {
  const [wanted, excluded] = [toMatchers(patterns), toMatchers(exclude)];
  const start = root.folder.relative ?? '.';
  for (const pattern of patterns)
    if (posix.normalize(pattern).startsWith('..'))
      files.addNote(`The member ${pattern} of the ${tool} workspace is outside of the folder and was not read.`);
  return projects.filter((project) => {
    if (project === root || project.type !== root.type) return false;
    const path = posix.relative(start, project.folder.relative ?? '.');
    if (path === '' || path.startsWith('..')) return false;
    return wanted.some((isMatch) => isMatch(path)) && !excluded.some((isMatch) => isMatch(path));
  });
}

/** `./packages/*` selects `packages/a`; a pattern that is not a valid glob selects nothing. */
function toMatchers(patterns: readonly string[]): ((path: string) => boolean)[] {
  return patterns.flatMap((pattern) => {
    try {
      return [compilePathGlob(posix.normalize(pattern).replace(/\/$/, ''))];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
}
