import type { ToolServices } from '@ku0/agent-runtime-tools-core';
import { createTestFolder, type TestFolder } from '../../test-folder.ts';
import type { ToolContractOptions } from '../contract-options.ts';

/** A folder and the services for it. */
export interface Fixture extends AsyncDisposable {
  readonly folder: TestFolder;
  readonly services: ToolServices;
}

/** Makes a new fixture. Disposing it removes the folder and shuts down services that were made for it, not given ones. */
export async function openFixture(options: Pick<ToolContractOptions, 'folder' | 'services'>): Promise<Fixture> {
  const { folder: makeFolder = createTestFolder, services: given } = options;
  const folder = await makeFolder();
  try {
    const services = typeof given === 'function' ? await given(folder) : { ...given };
    return {
      folder,
      services,
      [Symbol.asyncDispose]: () => close(folder, typeof given === 'function' ? services : {}),
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function close(folder: TestFolder, made: ToolServices): Promise<void> {
  try {
    for (const service of Object.values<unknown>({ ...made })) if (hasShutdown(service)) await service.shutdown();
  } finally {
    await folder.remove();
  }
}

function hasShutdown(service: unknown): service is { shutdown(): Promise<void> | void } {
  return (
    typeof service === 'object' && service !== null && 'shutdown' in service && typeof service.shutdown === 'function'
  );
}
