import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { definePack } from '@ku0/agent-runtime-tools-core';
import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { describe } from 'vitest';
import { customExecutor, moduleExecutor, pythonExecutor, ToolSpecRegistry, UnifiedToolExecutor } from '../src/index.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const numbers = {
  type: 'object',
  properties: {
    a: { type: 'number', description: 'The first number' },
    b: { type: 'number', description: 'The second number' },
  },
  required: ['a', 'b'],
};
const seconds = {
  type: 'object',
  properties: { seconds: { type: 'number', description: 'How long to wait' } },
  required: ['seconds'],
};

const tool = (name: string, tool_type: string, implementation_config: object, input_schema: object = numbers) => ({
  name,
  description: `Works out something for ${name} and gives the result`,
  tool_type,
  input_schema,
  implementation_config,
  metadata: { capabilities: { writesFiles: false } },
});

const specRegistry = new ToolSpecRegistry()
  .add(tool('module_tool', 'module', { module: 'math.mjs', function_name: 'add' }))
  .add(tool('custom_tool', 'custom', { handler: 'add' }))
  .add(tool('shell_tool', 'shell', { command: 'expr {a} + {b}', output: 'json' }))
  .add(tool('slow_shell_tool', 'shell', { command: 'sleep {seconds}' }, seconds))
  .add(tool('python_tool', 'python', { module: 'math_tools', function_name: 'add' }))
  .add(tool('slow_python_tool', 'python', { module: 'many_kinds', function_name: 'waits' }, seconds));

const executor = new UnifiedToolExecutor({
  specRegistry,
  executors: [
    moduleExecutor({ folders: [fixtures] }),
    customExecutor({ add: ({ a, b }) => Number(a) + Number(b) }),
    pythonExecutor({ folders: [join(fixtures, 'python')], workers: 2 }),
  ],
});

const adding = {
  samples: [{ params: { a: 1, b: 2 } }],
  badSamples: [{ params: { a: 'one', b: 2 }, mentions: 'a must be a number' }],
};
const waiting = { samples: [{ params: { seconds: 0.01 } }], slowSample: { seconds: 30 } };

describe.skipIf(!hasPython)('tools of every kind (needs python3)', { timeout: 60_000 }, () => {
  const pack = definePack({ name: 'from-specs', version: '1.0.0', tools: executor.coordinator.getAll() });
  packContract(pack, {
    samples: {
      module_tool: adding,
      custom_tool: adding,
      shell_tool: adding,
      slow_shell_tool: waiting,
      python_tool: adding,
      slow_python_tool: waiting,
    },
  });
});
