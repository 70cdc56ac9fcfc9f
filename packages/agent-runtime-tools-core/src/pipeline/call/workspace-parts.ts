import { resolve } from 'node:path';
import type { ArtifactStore } from '../../contracts/artifact-store.ts';
import type { ToolServices } from '../../contracts/tool-context.ts';
import { isSchemaNode } from '../../schema/schema-node.ts';

/** The folder of the workspace service. Core knows no more of a workspace than its folder and its artifacts. */
export function workspaceFolder(services: ToolServices): string | undefined {
  const folder = workspaceOf(services)?.['folder'];
  return typeof folder === 'string' ? resolve(folder) : undefined;
}

export function workspaceArtifacts(services: ToolServices): ArtifactStore | undefined {
  const store = workspaceOf(services)?.['artifacts'];
  return isArtifactStore(store) ? store : undefined;
}

function workspaceOf(services: ToolServices): Readonly<Record<string, unknown>> | undefined {
  const workspace: unknown = 'workspace' in services ? services.workspace : undefined;
  return isSchemaNode(workspace) ? workspace : undefined;
}

function isArtifactStore(store: unknown): store is ArtifactStore {
  return isSchemaNode(store) && typeof store['put'] === 'function' && typeof store['read'] === 'function';
}
