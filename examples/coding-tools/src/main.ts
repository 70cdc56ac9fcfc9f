import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { approval } from '@ku0/agent-runtime-tools-approval';
import { policies, showDialog } from './policies.ts';

const tools = new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } })
  .use(hooks([{ name: 'lint', type: 'PostToolUse', toolPatterns: ['write_*'], command: './lint.sh' }]))
  .use(approval({ policies, ask: (request) => showDialog(request) }))
  .registerPack(filesPack())
  .registerPack(shellPack());

const definitions = tools.getToolDefinitions({ format: 'openai' });
const result = await tools.execute('read_file', { path: 'README.md' }, { taskId: 'task-1' });
if (result.ok) console.log(result.value.content.split('\n')[0]);
else console.error(result.error.code);

console.log(`${definitions.length} tools: ${definitions.map((tool) => tool.function.name).join(', ')}`);

// A policy allows this call. The hook runs after it, and its output is part of what the model reads.
const written = await tools.execute(
  'write_file',
  { path: 'notes/today.md', content: '# Today\n' },
  { taskId: 'task-1' },
);
for (const part of tools.toModelOutput(written)) if (part.type === 'text') console.log(part.text);

// No policy covers this call, so a person is asked. Their feedback is part of what the model reads.
const denied = await tools.execute('bash', { command: 'rm -rf notes' }, { taskId: 'task-1' });
console.log(denied.ok ? 'ran' : `${denied.error.code}: ${denied.error.message}`);
await tools.shutdownAll();
