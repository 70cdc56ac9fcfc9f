/* oxlint-disable typescript/no-unsafe-call -- the packages are installed later, and no compiler sees them here */
// Runs in a project with the package of all families from the registry: asks, edits and undoes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** @type {string[]} Not a literal, because only the project has it. */
const [name = ''] = ['@ku0/agent-runtime-tools'];
const { createTools } = await import(name);

writeFileSync('notes.txt', 'one\ntwo\n');
/** @type {string[]} */
const asked = [];

const ask = (/** @type {{ tool: string }} */ { tool }) => ({ approved: asked.push(tool) > 0 });
const { tools, close } = await createTools({ root: '.', ask });
const edited = await tools.execute('edit_file', { path: 'notes.txt', old_string: 'two', new_string: '2' });
const after = readFileSync('notes.txt', 'utf8');
const undone = await tools.execute('undo_change', {});
await close();

assert.deepEqual([edited.ok, undone.ok, after], [true, true, 'one\n2\n'], JSON.stringify([edited, undone]));
assert.deepEqual(asked, ['edit_file', 'undo_change']);
assert.equal(readFileSync('notes.txt', 'utf8'), 'one\ntwo\n');
