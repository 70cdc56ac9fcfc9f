import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { firstPack } from './first-pack.ts';

const cwd = await mkdtemp(join(tmpdir(), 'first-tool-'));
const tools = new ToolCoordinator({ cwd }).registerPack(firstPack());

console.log('What a model is told:');
for (const { function: told } of tools.getToolDefinitions({ format: 'openai' }))
  console.log(`  ${told.name}: ${told.description}`);

console.log('\nA call:');
const counted = await tools.execute('word_count', { text: 'to be or not to be', top: 2 });
console.log(counted.ok ? counted.value : counted.error);

console.log('\nA call with a mistake, and what the model reads about it:');
const slipped = await tools.execute<string>('word_count', { txt: 'to be or not to be' });
for (const part of tools.toModelOutput(slipped)) if (part.type === 'text') console.log(part.text);

const note = { title: 'Shopping list', text: '- bread\n- tea' };
console.log('\nA dry run, which needs no approval:');
const plan = await tools.dryRun('save_note', note);
console.log(plan.ok ? plan.value : plan.error);

console.log('\nThe same call for real, without an approver:');
const refused = await tools.execute('save_note', note);
console.log(refused.ok ? refused.value : `${refused.error.code}: ${refused.error.message}`);

console.log('\nOnce somebody approves:');
tools.use({
  name: 'yes',
  phase: 'approve',
  async execute(params, context, next) {
    console.log(`  ${context.tool.name} wants ${JSON.stringify(params)}: yes`);
    return next(params, { by: 'person' });
  },
});
const saved = await tools.execute('save_note', note);
console.log(saved.ok ? await readFile(join(cwd, saved.value.file), 'utf8') : saved.error);

await tools.shutdownAll();
await rm(cwd, { recursive: true });
