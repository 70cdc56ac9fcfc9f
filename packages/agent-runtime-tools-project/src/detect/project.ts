import type { ProjectFiles, ProjectFolder } from '../read/project-files.ts';

export const PROJECT_TYPES = ['node', 'python', 'rust', 'go', 'java', 'ruby', 'php', 'dotnet'] as const;

export type ProjectType = (typeof PROJECT_TYPES)[number];

export interface Dependency {
  readonly name: string;
  /** The version or range, if the manifest gives one. */
  readonly version?: string;
  readonly dev: boolean;
}

/** The programs that a project uses, by their usual names. */
export interface ProjectTools {
  readonly frameworks: readonly string[];
  readonly testRunners: readonly string[];
  readonly formatters: readonly string[];
  readonly linters: readonly string[];
  readonly buildTools: readonly string[];
}

/** A project as its manifest describes it. */
export interface Project extends ProjectTools {
  readonly type: ProjectType;
  readonly folder: ProjectFolder;
  /** The name of the manifest in the folder. */
  readonly manifest: string;
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly languages: readonly string[];
  readonly packageManager?: string;
  /** The version of the language or platform that it asks for. */
  readonly runtime?: string;
  /** Command lines by purpose: install, build, test, lint, format, start. */
  readonly commands: Readonly<Record<string, string>>;
  readonly dependencies: readonly Dependency[];
  /** Files that programs or users of the package start at, relative to its folder. */
  readonly entryPoints: readonly string[];
  /** The members, if the manifest is that of a monorepo. */
  readonly workspace?: WorkspaceMembers;
}

export interface WorkspaceMembers {
  /** What defines the members: `pnpm`, `npm`, `yarn`, `cargo`, `go`, `maven` ... */
  readonly tool: string;
  /** Folders or globs, relative to the folder of the manifest. */
  readonly patterns: readonly string[];
  readonly exclude?: readonly string[];
}

/** How projects of one type are recognised and read. */
export interface Ecosystem {
  readonly type: ProjectType;
  /** Matches the names of manifests. */
  readonly manifests: RegExp;
  /** Reads the project; undefined if the manifests of the folder do not describe one. */
  read(folder: ProjectFolder, files: ProjectFiles): Promise<Project | undefined>;
}
