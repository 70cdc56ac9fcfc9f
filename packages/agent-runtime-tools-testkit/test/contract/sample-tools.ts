import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { ToolContractOptions } from '../../src/contract/contract-options.ts';

/** A tool that keeps the contract, and what is wrong about another in its place. */
export function shout(wrong: Partial<ToolHandler> = {}): ToolHandler {
  return {
    ...defineTool({
      name: 'shout',
      description: 'Gives a text back in capital letters.',
      parameters: Type.Object({
        text: Type.String({ description: 'The text.' }),
        times: Type.Optional(Type.Integer({ description: 'How often.', minimum: 1, maximum: 10 })),
        marks: Type.Optional(Type.Array(Type.String(), { description: 'What to put behind it.' })),
      }),
      output: Type.Object({ text: Type.String() }),
      execute: async ({ text, times = 1, marks = [] }) =>
        ok({ text: `${text.toUpperCase()}${marks.join('')}`.repeat(times) }),
    }),
    ...wrong,
  };
}

export const SHOUT_OPTIONS: ToolContractOptions = {
  samples: [{ name: 'a word', params: { text: 'hey' } }],
  badSamples: [{ params: { text: 7 }, mentions: 'text' }],
};

/** A tool with effects that keeps the contract: it copies a file, slowly if asked to. */
export function copy(wrong: Partial<ToolHandler> = {}): ToolHandler {
  return {
    ...defineTool({
      name: 'copy',
      description: 'Copies a file of the current folder to another name.',
      parameters: Type.Object({
        from: Type.String({ description: 'The file to copy.' }),
        to: Type.String({ description: 'The name of the copy.' }),
        delayMs: Type.Optional(Type.Integer({ description: 'How long to wait before.', minimum: 0 })),
      }),
      output: Type.Object({ bytes: Type.Integer() }),
      capabilities: { readsFiles: true, writesFiles: true, idempotent: true },
      requiresApproval: true,
      resources: ({ from, to }) => [
        { key: `file:${from}`, access: 'read' },
        { key: `file:${to}`, access: 'write' },
      ],
      dryRun: async ({ to }) => ok({ summary: `Would copy to ${to}.`, changes: [{ kind: 'create', target: to }] }),
      async execute({ from, to, delayMs = 0 }, { cwd, signal }) {
        if (delayMs > 0) await sleep(delayMs, undefined, { signal });
        const content = await readFile(join(cwd, from)).catch(() => undefined);
        if (content === undefined) return fail('COPY_NO_FILE', `There is no file ${from}.`);
        try {
          await writeFile(join(cwd, to), content, { signal });
          return ok({ bytes: content.length });
        } catch (error) {
          return fail('COPY_NOT_WRITTEN', `${to} could not be written: ${String(error)}`);
        }
      },
      preview: (result) => [result.ok ? `${result.value.bytes} bytes` : result.error.message],
      toModelOutput: ({ bytes }) => [{ type: 'text', text: `Copied ${bytes} bytes.` }],
    }),
    ...wrong,
  };
}

export const COPY_OPTIONS: ToolContractOptions = {
  samples: [
    { name: 'a file', setup: ({ folder }) => folder.write('a.txt', 'a'), params: { from: 'a.txt', to: 'b.txt' } },
    { name: 'a missing file', params: { from: 'a.txt', to: 'b.txt' }, expect: 'COPY_NO_FILE' },
  ],
  badSamples: [{ params: { from: 'a.txt' }, mentions: 'to' }],
  slowSample: { from: 'a.txt', to: 'b.txt', delayMs: 5_000 },
};
