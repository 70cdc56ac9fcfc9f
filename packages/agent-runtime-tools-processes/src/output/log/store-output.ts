import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ArtifactRef, ArtifactStore } from '@ku0/agent-runtime-tools-core';
import type { RunOptions } from '../../run-options.ts';
import type { OutputLog } from './output-log.ts';

export interface StoreOptions {
  readonly artifacts: ArtifactStore;
  readonly limitBytes: number;
  /** The command, for the artifact's description. */
  readonly text: string;
  readonly options: Pick<RunOptions, 'owner' | 'taskId' | 'callId'>;
  /** Receives the warnings. */
  readonly warnings: string[];
}

/** Stores a log as an artifact. If the store fails, the result has a warning instead of an artifact. */
export async function storeOutput(log: OutputLog, keep: StoreOptions): Promise<ArtifactRef | undefined> {
  const { artifacts, limitBytes, text, options, warnings } = keep;
  try {
    const ref = await artifacts.put(await log.text(limitBytes), {
      mediaType: 'text/plain',
      description: `Output of ${text.slice(0, 200)}`,
      owner: options.owner ?? { principalId: '', taskId: options.taskId ?? '' },
      ...(options.callId !== undefined && { callId: options.callId }),
    });
    warnings.push(...log.warnings);
    return ref;
  } catch (error) {
    warnings.push(`The full output could not be stored: ${errorMessage(error)}`);
    return undefined;
  }
}
