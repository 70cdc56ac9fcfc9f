import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of a person's own configuration: `$TOOLBOX_CONFIG`, else `toolbox` in the platform's configuration folder. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env['TOOLBOX_CONFIG']) return env['TOOLBOX_CONFIG'];
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'toolbox');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'toolbox');
}
