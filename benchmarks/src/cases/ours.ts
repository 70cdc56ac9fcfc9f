import type { ToolCall, ToolResult } from '@ku0/agent-runtime-tools-core';
import { preparedCase, type BenchCase, type CaseGroup, type CaseParts } from '../bench-case.ts';
import { INVALID, INVALID_TEXT, TOOL_NAME, VALID, VALID_TEXT, hasContent } from '../benchmark-tool.ts';
import { makeCoordinator, type Coordinator, type CoordinatorSetting } from './coordinator.ts';
import { audit, EXTENSIONS, LOGS_AND_TRACES, PRINCIPAL } from './extensions.ts';
import { inOwnTurn } from './in-own-turn.ts';
import { FILE_COUNT, createProject, projectFile } from './project.ts';

/** A bare call, a full call with everything that a larger application has, and variants that show where its time goes. */
export const ourCases: readonly BenchCase[] = [
  ours(
    'full',
    'execute: everything',
    { note: '3 middlewares, hooks and 100 policies for other tools, a listener, output check' },
    (tools) => ({
      run: () => tools.execute(TOOL_NAME, VALID),
      refused: () => tools.execute(TOOL_NAME, INVALID),
      accepts: succeeded,
    }),
  ),
  ours('full-principal', 'execute: everything, on behalf of a principal', {}, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID, { principal: PRINCIPAL }),
    refused: () => tools.execute(TOOL_NAME, INVALID, { principal: PRINCIPAL }),
    accepts: succeeded,
  })),
  ours(
    'full-extensions',
    `execute: everything, on behalf of a principal, and ${EXTENSIONS.map(({ name }) => name).join(', ')}`,
    { note: 'each extension set up as an application would', extensions: EXTENSIONS },
    (tools) => ({
      run: () => tools.execute(TOOL_NAME, VALID, { principal: PRINCIPAL }),
      refused: () => tools.execute(TOOL_NAME, INVALID, { principal: PRINCIPAL }),
      accepts: succeeded,
    }),
  ),
  ...EXTENSIONS.concat(audit('written'), LOGS_AND_TRACES).map((extension) =>
    ours(
      `full-${extension.name.replaceAll(/[ ()]+/g, '-').replace(/-$/, '')}`,
      `execute: everything, on behalf of a principal, and ${extension.name}`,
      { extensions: [extension] },
      (tools) => ({
        run: () => tools.execute(TOOL_NAME, VALID, { principal: PRINCIPAL }),
        refused: () => tools.execute(TOOL_NAME, INVALID, { principal: PRINCIPAL }),
        accepts: succeeded,
      }),
    ),
  ),
  ours('full-judged', 'execute: everything, 5 of the policies are about the tool', { judged: true }, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID),
    refused: () => tools.execute(TOOL_NAME, INVALID),
    accepts: succeeded,
  })),
  ours('bare', 'execute: nothing registered but the tool', { note: 'no output schema', bare: true }, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID),
    refused: () => tools.execute(TOOL_NAME, INVALID),
    accepts: succeeded,
  })),
  {
    id: 'ours/full-judged-turn',
    title: 'execute: everything, judged by its path, one per turn of the event loop',
    group: 'variant',
    note: 'requires approval, granted by a rule for 1,000 paths in 5 folders',
    async prepare() {
      const project = await createProject();
      const tools = await makeCoordinator({ project });
      const calls = Array.from({ length: FILE_COUNT }, (_, index) => ({ ...VALID, path: projectFile(index) }));
      let next = 0;
      return preparedCase({
        run: () => inOwnTurn(tools.execute<string>(TOOL_NAME, calls[next++ % FILE_COUNT])),
        refused: () => inOwnTurn(tools.execute<string>(TOOL_NAME, { ...VALID, path: 'package.json' })),
        accepts: succeeded,
        async close() {
          await tools.shutdownAll();
          await project.remove();
        },
      });
    },
  },
  ours('full-ajv', 'execute: everything, arguments validated by ajv alone', { ajvOnly: true }, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID),
    refused: () => tools.execute(TOOL_NAME, INVALID),
    accepts: succeeded,
  })),
  ours('full-turn', 'execute: everything, one per turn of the event loop', {}, (tools) => ({
    run: () => inOwnTurn(tools.execute(TOOL_NAME, VALID)),
    refused: () => inOwnTurn(tools.execute(TOOL_NAME, INVALID)),
    accepts: succeeded,
  })),
  ours('full-timeout', 'execute: everything, with its own timeout', {}, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID, { timeoutMs: 30_000 }),
    refused: () => tools.execute(TOOL_NAME, INVALID, { timeoutMs: 30_000 }),
    accepts: succeeded,
  })),
  ours('full-signal', 'execute: everything, with a signal from outside', {}, (tools) => {
    const { signal } = new AbortController();
    return {
      run: () => tools.execute(TOOL_NAME, VALID, { signal }),
      refused: () => tools.execute(TOOL_NAME, INVALID, { signal }),
      accepts: succeeded,
    };
  }),
  ours('full-used-signal', 'execute: everything, the handler reads its signal', { readsSignal: true }, (tools) => ({
    run: () => tools.execute(TOOL_NAME, VALID),
    refused: () => tools.execute(TOOL_NAME, INVALID),
    accepts: succeeded,
  })),
  {
    id: 'ours/full-text',
    title: 'parseArguments + execute: everything',
    group: 'variant',
    note: 'incl. strict JSON parsing',
    async prepare() {
      const { fail, parseArguments } = await import('@ku0/agent-runtime-tools-core');
      const tools = await makeCoordinator();
      const call = async (text: string): Promise<ToolResult> => {
        const parsed = parseArguments(text);
        return parsed.ok ? tools.execute<string>(TOOL_NAME, parsed.value) : fail(parsed.error);
      };
      return preparedCase({
        run: () => call(VALID_TEXT),
        refused: () => call(INVALID_TEXT),
        accepts: succeeded,
        close: () => tools.shutdownAll(),
      });
    },
  },
  ours('full-batch', 'executeAll: everything, 8 calls', { note: 'per call' }, (tools) => {
    const [good, bad] = [batchOf(8, VALID), batchOf(8, INVALID)];
    return {
      run: () => tools.executeAll(good),
      refused: () => tools.executeAll(bad),
      accepts: allSucceeded,
      callsPerRun: 8,
    };
  }),
  ours(
    'full-limited',
    'execute: everything, 16 calls with a concurrency of 4',
    { note: 'per call; 12 of 16 wait', limit: 4 },
    (tools) => {
      const sixteen = (input: typeof VALID | typeof INVALID): Promise<ToolResult[]> =>
        Promise.all(Array.from({ length: 16 }, () => tools.execute(TOOL_NAME, input)));
      return { run: () => sixteen(VALID), refused: () => sixteen(INVALID), accepts: allSucceeded, callsPerRun: 16 };
    },
  ),
  ours('invalid', 'execute: everything, bad arguments', { note: 'measures the refusal' }, (tools) => ({
    run: () => tools.execute(TOOL_NAME, INVALID),
    refused: () => tools.execute(TOOL_NAME, VALID),
    accepts: (result: ToolResult) => !result.ok && result.error.code === 'VALIDATION_ERROR',
  })),
];

interface OurOptions extends CoordinatorSetting {
  readonly note?: string;
}

function ours<T>(
  variant: string,
  title: string,
  { note, ...setting }: OurOptions,
  parts: (tools: Coordinator) => CaseParts<T>,
): BenchCase {
  return {
    id: `ours/${variant}`,
    title,
    group: groupOf(variant),
    ...(note !== undefined && { note }),
    async prepare() {
      const tools = await makeCoordinator(setting);
      return preparedCase({ ...parts(tools), close: () => tools.shutdownAll() });
    },
  };
}

function groupOf(variant: string): CaseGroup {
  if (variant === 'bare') return 'our-bare';
  return variant === 'full' ? 'our-full' : 'variant';
}

function batchOf(length: number, params: unknown): ToolCall[] {
  return Array.from({ length }, () => ({ name: TOOL_NAME, params }));
}

function succeeded(result: ToolResult): boolean {
  return result.ok && hasContent(result.value);
}

function allSucceeded(results: readonly ToolResult[]): boolean {
  return results.every(succeeded);
}
