/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// Runs in a project with a new pack from the registry: calls its tool.
import assert from 'node:assert/strict';

/** @type {string[]} Not literals, because only the project has them. */
const [core = '', pack = ''] = ['@ku0/agent-runtime-tools-core', '@ku0/tide-pack'];
const { ToolCoordinator } = await import(core);
const { tidePack } = await import(pack);

const tools = new ToolCoordinator().registerPack(tidePack());
const result = await tools.execute('tide_count_words', { text: 'to be or not to be', top: 1 });
assert.deepEqual(result.ok && result.value, { words: 6, top: [{ word: 'to', count: 2 }] });
assert.equal(result.metadata.toolVersion, '0.1.0');
