import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineTool, ok, Type, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { createTestFolder, packContract, type ContractFixture } from '@ku0/agent-runtime-tools-testkit';
import { agentsPack } from '../../src/agents/index.ts';

const pack = agentsPack({
  commands: { review: 'Review the changes.', greet: (args) => `Greet ${args}.` },
  skills: { pdf: 'How to make a PDF.' },
  async generateImage({ prompt }, { signal }) {
    if (prompt === 'wait') await setTimeout(60_000, undefined, { signal });
    return new Uint8Array([1]);
  },
});

/** Stands for the tool of another pack that is called. It writes a file, as `write_file` does. */
const standIn =
  (name: string) =>
  ({ tools, folder }: ContractFixture): void => {
    if (tools.has(name)) return;
    const parameters = Type.Object({}, { additionalProperties: true });
    const execute = async (): Promise<ToolResult> => {
      if (name === 'write_file') writeFileSync(join(folder.path, 'cat.png'), 'image');
      return ok({});
    };
    tools.register(defineTool({ name, parameters, execute }));
  };

packContract(pack, {
  folder: () => createTestFolder({}),
  samples: {
    report_bug: {
      samples: [{ params: { title: 'It fails', what_happened: 'A crash.', steps_to_reproduce: 'Start it.' } }],
      badSamples: [{ params: { title: 'It fails' }, mentions: 'what_happened' }],
    },
    generate_explanation: {
      samples: [{ params: { title: 'Changes', from_ref: 'HEAD~1' }, setup: standIn('git_diff') }],
      badSamples: [{ params: { title: 'Changes' }, mentions: 'from_ref' }],
    },
    load_mcp_documentation: { samples: [{ params: {} }], badSamples: [{ params: { x: 1 }, mentions: 'x' }] },
    fetch_instructions: {
      samples: [{ params: { task: 'create_mode' } }, { params: { task: 'create_mcp_server' } }],
      badSamples: [{ params: { task: 'fly' }, mentions: 'task' }],
    },
    run_slash_command: {
      samples: [
        { params: { command: 'review' } },
        { params: { command: 'greet', args: 'Ann' } },
        { name: 'an unknown one', params: { command: 'reviews' }, expect: 'NO_SUCH_COMMAND' },
      ],
      badSamples: [{ params: {}, mentions: 'command' }],
    },
    skill: {
      samples: [
        { params: { skill: 'pdf' } },
        { name: 'an unknown one', params: { skill: 'x' }, expect: 'NO_SUCH_SKILL' },
      ],
      badSamples: [{ params: {}, mentions: 'skill' }],
    },
    generate_image: {
      samples: [{ params: { prompt: 'A cat', path: 'cat.png' }, setup: standIn('write_file') }],
      badSamples: [{ params: { prompt: 'A cat' }, mentions: 'path' }],
    },
  },
});
