import { homedir } from 'node:os';
import { join } from 'node:path';

/** The kinds of settings files, strongest first. */
export type SettingsScope = 'managed' | 'command line' | 'local' | 'project' | 'user';

export interface SettingsFile {
  readonly scope: SettingsScope;
  readonly path: string;
  /** The folder that `/path` in its rules starts from. */
  readonly folder: string;
  /** The workspace that the file is in; such a file counts only if it is trusted. */
  readonly workspace?: string;
}

export interface SettingsPlaces {
  readonly workspace: string;
  readonly home?: string;
  readonly managed?: string | false;
  readonly commandLine?: string;
}

/** The settings files of a workspace and its user, weakest first: later files override earlier ones. */
export function settingsFiles({
  workspace,
  home = homedir(),
  managed = managedSettings(),
  commandLine,
}: SettingsPlaces): readonly SettingsFile[] {
  const user = join(home, '.claude');
  const project = (scope: 'project' | 'local', name: string): SettingsFile => ({
    scope,
    path: join(workspace, '.claude', name),
    folder: workspace,
    workspace,
  });
  return [
    { scope: 'user', path: join(user, 'settings.json'), folder: user },
    project('project', 'settings.json'),
    project('local', 'settings.local.json'),
    ...(commandLine === undefined
      ? []
      : [{ scope: 'command line', path: commandLine, folder: workspace } satisfies SettingsFile]),
    ...(managed === false ? [] : [{ scope: 'managed', path: managed, folder: workspace } satisfies SettingsFile]),
  ];
}

function managedSettings(): string {
  switch (process.platform) {
    case 'darwin':
      return '/Library/Application Support/ClaudeCode/managed-settings.json';
    case 'win32':
      return String.raw`C:\Program Files\ClaudeCode\managed-settings.json`;
    default:
      return '/etc/claude-code/managed-settings.json';
  }
}
