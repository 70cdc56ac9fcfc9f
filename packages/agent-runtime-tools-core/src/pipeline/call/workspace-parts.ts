import { resolve } from 'node:path';
import type { ArtifactStore } from '../../contracts/artifact-store.ts';
import type { ToolServices } from '../../contracts/tool-context.ts';

/** The folder of the workspace service. Core knows no more of a workspace than its folder and its artifacts. */
export function workspaceFolder(services: ToolServices): string | undefined {
  const folder = workspaceOf(services)?.['folder'];
  return typeof folder === 'string' ? resolve(folder) : undefined;
}

/** The artifact store of the workspace service, if it has one. */
export function workspaceArtifacts(services: ToolServices): ArtifactStore | undefined {
  const store = workspaceOf(services)?.['artifacts'];
  return isArtifactStore(store) ? store : undefined;
}

function workspaceOf(services: ToolServices): Readonly<Record<string, unknown>> | undefined {
  const workspace: unknown = 'workspace' in services ? services.workspace : undefined;
  return isRecord(workspace) ? workspace : undefined;
}

function isArtifactStore(store: unknown): store is ArtifactStore {
  return isRecord(store) && typeof store['put'] === 'function' && typeof store['read'] === 'function';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
