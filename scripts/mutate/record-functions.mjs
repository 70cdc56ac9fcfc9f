import { parseSync } from 'oxc-parser';
import { childNodes } from './child-nodes.mjs';
import { functionBody } from './find-mutations.mjs';

/**
 * The same source, noting in the set `globalThis.reachedFunctions` which functions run: `id:start of the body`, and
 * `id:-1` for the module itself.
 * @param {string} file
 * @param {string} text
 * @param {string} id What the file is called in the notes.
 */
export function recordFunctions(file, text, id) {
  const note = (/** @type {number} */ start) => `globalThis.reachedFunctions?.add(${JSON.stringify(`${id}:${start}`)})`;
  /** @type {{ at: number, text: string }[]} */
  const insertions = [{ at: text.startsWith('#!') ? text.indexOf('\n') + 1 : 0, text: `${note(-1)};` }];
  /** @type {(node: import('./child-nodes.mjs').Node) => void} */
  const visit = (node) => {
    const body = functionBody(node);
    if (body?.type === 'BlockStatement') {
      insertions.push({ at: body.start + 1, text: `${note(body.start)};` });
    } else if (body) {
      insertions.push({ at: body.start, text: `(${note(body.start)},` }, { at: body.end, text: ')' });
    }
    for (const child of childNodes(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  let result = text;
  for (const { at, text: inserted } of insertions.toSorted((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + inserted + result.slice(at);
  }
  return result;
}
