import { approval, renderRequest } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { agentLoop } from './agent-loop.ts';
import { scriptedModel } from './scripted-model.ts';

// A tool that prints its text while the model is still writing it.
const tell = defineTool({
  name: 'tell',
  description: 'Tells the person what is being done.',
  parameters: Type.Object({ text: Type.String({ description: 'One sentence.' }) }),
  handlePartial: async ({ params }) => console.log(`  … ${params.text ?? ''}`),
  execute: async ({ text }) => ok(`told: ${text}`),
});

// A hook can stop the whole loop, not only the call that it examines.
const stopped = new AbortController();
const tools = new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } })
  .use(
    hooks([{ name: 'lint', type: 'PostToolUse', toolPatterns: ['write_file'], command: './lint.sh' }], {
      onStop: ({ reason }) => stopped.abort(`a hook stopped the work: ${reason}`),
    }),
  )
  .use(
    approval({
      permissions: { allow: ['Bash(wc *)'], deny: ['Read(**/*.pem)'] },
      ask(request) {
        console.log(renderRequest(request).slice(0, 2).join('\n'));
        if (request.tool !== 'delete_file') return { approved: true };
        return { approved: false, feedback: 'I still need that file.' };
      },
    }),
  )
  .register(tell)
  .registerPack(filesPack())
  .registerPack(shellPack());

const model = scriptedModel([
  [
    ['tell', { text: 'I count the words of the README.' }],
    ['bash', { command: 'wc -w README.md' }],
  ],
  [
    ['write_file', { path: 'notes/count.md', content: '# Words\n' }],
    ['read_fil', { path: 'README.md' }],
  ],
  [
    ['delete_file', { path: 'README.md' }],
    ['bash', { command: 'ls' }],
    ['read_file', { path: 'notes/count.md' }],
  ],
  'Done.',
]);
const conversation = await agentLoop('How long is the README?', {
  tools,
  model,
  taskId: 'task-1',
  signal: stopped.signal,
});
for (const message of conversation) {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  const said = calls.map(({ function: called }) => `${called.name} ${called.arguments}`).join(', ');
  console.log(`${message.role}: ${said}${message.content.trimEnd()}`);
}
await tools.endTask('task-1');
await tools.shutdownAll();
