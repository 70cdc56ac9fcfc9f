import type { ProjectFolder } from '../read/project-files.ts';
import type { Dependency, ProjectTools, ProjectType } from './project.ts';
import { TOOL_SIGNS, type ToolSign } from './tables/tool-names.ts';

/** The tools that a project's dependencies and configuration files show, in the order of the table. */
export function findTools(
  type: ProjectType,
  { folder, dependencies }: { readonly folder: ProjectFolder; readonly dependencies: readonly Dependency[] },
): ProjectTools {
  const packages = dependencies.map(({ name }) => name);
  const files = [...folder.files];
  const found = TOOL_SIGNS[type].filter((sign) => isPresent(sign, { packages, files }));
  const namesOf = (kind: keyof ProjectTools): string[] =>
    found.filter((sign) => sign.kind === kind).map(({ name }) => name);
  return {
    frameworks: namesOf('frameworks'),
    testRunners: namesOf('testRunners'),
    formatters: namesOf('formatters'),
    linters: namesOf('linters'),
    buildTools: namesOf('buildTools'),
  };
}

/** The tools with more names added at the end of one kind. */
export function withTools(tools: ProjectTools, kind: keyof ProjectTools, names: readonly string[]): ProjectTools {
  return { ...tools, [kind]: [...new Set([...tools[kind], ...names])] };
}

function isPresent(
  { packages = '', file }: ToolSign,
  present: { readonly packages: readonly string[]; readonly files: readonly string[] },
): boolean {
  if (file !== undefined && present.files.some((name) => file.test(name))) return true;
  const wanted = packages.split(' ').filter((name) => name !== '');
  return wanted.some((name) =>
    name.endsWith('*')
      ? present.packages.some((each) => each.startsWith(name.slice(0, -1)))
      : present.packages.includes(name),
  );
}
