import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { systemCode } from '../fs/system-failure.ts';
import { isWithin, type Root } from '../paths/roots.ts';
import { writeStateFile } from './state-files.ts';

/** The folders with the state of one workspace. */
export interface WorkspaceFolders {
  readonly own: string;
  readonly journal: string;
  readonly changes: string;
  readonly objects: string;
  readonly artifacts: string;
}

/** The folders with the state of one workspace and those it shares. None of them lies inside the workspace. */
export interface StateFolders extends WorkspaceFolders {
  /** Shared by all workspaces, because two of them may have the same file. */
  readonly locks: string;
  /** The heartbeats of holders of locks and transactions. */
  readonly leases: string;
}

/** In a workspace's folder: its roots as JSON. */
export const ROOTS_FILE = 'roots.json';

export function workspaceFolders(home: string, id: string): WorkspaceFolders {
  const own = join(home, 'workspaces', id);
  return {
    own,
    journal: join(own, 'journal'),
    changes: join(own, 'changes'),
    objects: join(own, 'objects'),
    artifacts: join(own, 'artifacts'),
  };
}

/** `$TOOLBOX_HOME`, else the platform's folder for state. */
export function stateHome(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const given = env['TOOLBOX_HOME'];
  if (given !== undefined && given !== '') return resolve(given);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'toolbox');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'toolbox');
  const xdg = env['XDG_STATE_HOME'];
  return join(xdg !== undefined && xdg.startsWith('/') ? xdg : join(homedir(), '.local', 'state'), 'toolbox');
}

/** The paths of the state folders. Throws if they would lie in a root. */
export async function locateState(fs: FileSystem, home: string, roots: readonly Root[]): Promise<StateFolders> {
  // A path that cannot be resolved cannot be used either: the first change reports that.
  const real = await realpathOfNew(fs, resolve(home)).catch(() => resolve(home));
  const root = roots.find((candidate) => isWithin(candidate.path, real));
  if (root !== undefined)
    throw new TypeError(
      `The state folder ${real} lies in the workspace root ${root.path}; give createWorkspace another "state".`,
    );
  const key = createHash('sha256')
    .update(
      roots
        .map(({ path }) => path)
        .sort()
        .join('\0'),
    )
    .digest('hex')
    .slice(0, 24);
  return { locks: join(real, 'locks'), leases: join(real, 'leases'), ...workspaceFolders(real, key) };
}

/** Creates the folders, readable by their owner only, and records the roots. */
export async function makeState(fs: FileSystem, folders: StateFolders, roots: readonly Root[]): Promise<void> {
  for (const folder of Object.values<string>({ ...folders })) await makeFolder(fs, folder);
  const rootPaths = Buffer.from(JSON.stringify(roots.map(({ path }) => path)));
  await writeStateFile(fs, join(folders.own, ROOTS_FILE), rootPaths, { durable: false }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
}

/** The real path of a file that may not exist yet: the deepest existing folder resolved, and the remaining names. */
export async function realpathOfNew(fs: FileSystem, path: string): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return join(await realpathOfNew(fs, dirname(path)), path.slice(dirname(path).length).replace(/^[/\\]/, ''));
  }
}

/** Creates a folder and those above it, readable by their owner only. */
export async function makeFolder(fs: FileSystem, path: string): Promise<void> {
  try {
    await fs.mkdir(path, 0o700);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    if (systemCode(error) !== 'ENOENT') throw error;
    await makeFolder(fs, dirname(path));
    await makeFolder(fs, path);
  }
}
