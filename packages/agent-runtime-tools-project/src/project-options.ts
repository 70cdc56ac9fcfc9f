/** The options of `projectPack`. */
export interface ProjectOptions {
  /** The longest time of `run_tests`, in seconds. Default 600. */
  readonly maxTestSeconds?: number;
  /** Let packages run their install scripts, and let packages be built from source. Default false. */
  readonly allowInstallScripts?: boolean;
  /** Accept addresses, folders and repositories in place of names of packages. Default false. */
  readonly allowPackageSources?: boolean;
  /** Further variables of the programs. */
  readonly env?: Readonly<Record<string, string>>;
}

export type ProjectSettings = Required<ProjectOptions>;

/** Throws for options that are not valid. */
export function projectSettings(options: ProjectOptions = {}): ProjectSettings {
  const { maxTestSeconds = 600 } = options;
  if (!Number.isFinite(maxTestSeconds) || maxTestSeconds <= 0 || maxTestSeconds > 86_400)
    throw new RangeError(`projectPack: maxTestSeconds is ${maxTestSeconds}; give seconds above 0 and up to 86400.`);
  return { allowInstallScripts: false, allowPackageSources: false, env: {}, ...options, maxTestSeconds };
}
