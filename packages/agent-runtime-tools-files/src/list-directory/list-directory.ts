import { withPathSuggestions } from '@ku0/agent-runtime-tools-workspace';
import type { FileCall } from '../file-call.ts';

export interface ListDirectoryParams {
  readonly path?: string;
  readonly recursive?: boolean;
  readonly includeHidden?: boolean;
  /** Also list what `.gitignore` leaves out. */
  readonly includeIgnored?: boolean;
  readonly limit?: number;
}

export interface DirectoryListing {
  path: string;
  entries: DirectoryEntry[];
  total: number;
  truncated: boolean;
  /** Folders whose content could not be read. */
  unreadable?: string[];
}

export interface DirectoryEntry {
  name: string;
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** The entries of a folder, sorted by name. */
export async function listDirectory(
  {
    path = '.',
    recursive = false,
    includeHidden = false,
    includeIgnored = false,
    limit = DEFAULT_LIMIT,
  }: ListDirectoryParams,
  { workspace, owner, signal }: Pick<FileCall, 'workspace' | 'owner' | 'signal'>,
): Promise<DirectoryListing> {
  const options = { recursive, includeHidden, includeIgnored, limit, signal, ...owner };
  const listing = await withPathSuggestions(workspace, () => workspace.list(path, options));
  return {
    path: listing.folder.display,
    entries: listing.entries.map(({ modifiedMs, ...entry }) => ({
      ...entry,
      modified: new Date(modifiedMs).toISOString(),
    })),
    total: listing.total,
    truncated: listing.truncated,
    ...(listing.unreadable.length > 0 && { unreadable: listing.unreadable.slice(0, MAX_UNREADABLE) }),
  };
}

export const DEFAULT_LIMIT = 1000;
const MAX_UNREADABLE = 100;
