import type { GlobAnswer, GlobRequest } from '../glob/glob-engine.ts';
import { listSearchable } from './list-searchable.ts';

/** Lists files through the workspace. */
export async function javascriptGlob(request: GlobRequest): Promise<GlobAnswer> {
  const { workspace, scope, files: filter, sort, limit, signal } = request;
  const { files, complete, warnings } = await listSearchable(scope, { workspace, filter, signal });
  if (sort === 'modified') files.sort((a, b) => b.modifiedMs - a.modifiedMs);
  return { files: files.slice(0, limit), total: files.length, complete, warnings };
}
