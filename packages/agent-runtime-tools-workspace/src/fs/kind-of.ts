import type { FileSystem } from './file-system.ts';
import { isMissing, systemFailure } from './system-failure.ts';

/** What stands at a path, links not followed; undefined when nothing does. */
export async function kindOf(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return (await fs.lstat(path)).kind;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw systemFailure(error, path);
  }
}
