import { basename, relative } from 'node:path';

/** How this program was started, so that what it suggests can be pasted. */
export function programName(script: string | undefined, cwd: string, env: NodeJS.ProcessEnv): string {
  if (env['npm_lifecycle_event'] === 'start' || env['npm_lifecycle_event'] === 'toolbox') return 'npm run toolbox --';
  if (script === undefined || !basename(script).endsWith('.js')) return 'toolbox';
  const path = relative(cwd, script);
  return `node ${path.startsWith('..') ? script : path}`;
}
