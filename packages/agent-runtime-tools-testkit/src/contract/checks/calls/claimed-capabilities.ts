import { createHook, AsyncLocalStorage } from 'node:async_hooks';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { changedPaths } from '../../../folder-snapshot.ts';
import type { ToolSample } from '../../contract-options.ts';
import { ContractHarness } from '../../harness/contract-harness.ts';
import { goodSamples, type ToolUnderTest } from '../../harness/tool-under-test.ts';

/**
 * Compares the capabilities that a tool claims with what its samples do. That a call changes files without claiming it is
 * found for each sample on its own, by `effectProblems`.
 */
export async function claimedCapabilityProblems(tested: ToolUnderTest): Promise<string[]> {
  const { readsFiles, writesFiles, executesCommands, accessesNetwork } = tested.tool.capabilities;
  const problems = new Set<string>();
  let changesFiles = false;
  for (const sample of goodSamples(tested)) {
    const { result, changed, connected } = await observeCall(tested, sample);
    changesFiles ||= changed.length > 0;
    if (connected && !accessesNetwork) problems.add('opened a network connection, but does not claim accessesNetwork');
    if (readsFiles || writesFiles || executesCommands) continue;
    if ((result.metadata.filesAccessed ?? []).length > 0 || (await dependsOnFiles(tested, sample)))
      problems.add('reads files, but claims neither readsFiles nor writesFiles nor executesCommands');
  }
  if (writesFiles && !executesCommands && !changesFiles)
    problems.add('claims writesFiles, but no sample changes a file: add one that does, or drop the claim');
  return [...problems];
}

interface ObservedCall {
  readonly result: ToolResult;
  readonly changed: readonly string[];
  /** Whether this process looked up a host name or opened a connection during the call. */
  readonly connected: boolean;
}

async function observeCall(tested: ToolUnderTest, sample: ToolSample): Promise<ObservedCall> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(sample);
  const before = await harness.folder.snapshot();
  const scope = new AsyncLocalStorage<true>();
  let connected = false;
  const hook = createHook({
    init(_id, type) {
      if (NETWORK_RESOURCES.has(type) && scope.getStore() === true) connected = true;
    },
  }).enable();
  try {
    const result = await scope.run(true, () => harness.call(params));
    return { result, changed: changedPaths(before, await harness.folder.snapshot()), connected };
  } finally {
    hook.disable();
  }
}

/** Node's names for requests that reach the network. Local sockets (`PIPECONNECTWRAP`) do not count. */
const NETWORK_RESOURCES: ReadonlySet<string> = new Set(['TCPCONNECTWRAP', 'UDPSENDWRAP', 'GETADDRINFOREQWRAP']);

/**
 * Whether the outcome is another one while the files of the sample are missing. A tool whose outcome differs from call to call,
 * or changes with the time, cannot be judged this way.
 */
async function dependsOnFiles(tested: ToolUnderTest, sample: ToolSample): Promise<boolean> {
  const withFiles = (): Promise<string> => outcomeOf(tested, sample, { emptyFolder: false });
  const before = await withFiles();
  if (before !== (await withFiles())) return false;
  const without = await outcomeOf(tested, sample, { emptyFolder: true });
  return without !== before && before === (await withFiles());
}

/** The value or the error code of a call, without the path of its temporary folder. */
async function outcomeOf(
  tested: ToolUnderTest,
  sample: ToolSample,
  { emptyFolder }: { emptyFolder: boolean },
): Promise<string> {
  await using harness = await ContractHarness.open(tested);
  const params = await harness.prepare(sample);
  const { path } = harness.folder;
  if (emptyFolder) {
    const entries = Object.keys(await harness.folder.snapshot());
    for (const entry of entries) await rm(join(path, entry), { recursive: true, force: true });
  }
  const result = await harness.call(params);
  const outcome = result.ok ? `ok ${canonicalJson(result.value)}` : result.error.code;
  return outcome.replaceAll(path, '');
}
