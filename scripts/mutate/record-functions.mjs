import { parseSync } from 'oxc-parser';
import { childNodes } from './child-nodes.mjs';
import { functionBody } from './find-mutations.mjs';

/**
 * Instruments a source so that each function adds itself to the set `globalThis.reachedFunctions` when it runs: as
 * `id:start of the body`, and as `id:-1` for the module itself.
 * @param {string} file
 * @param {string} text
 * @param {string} id The name of the file in that set.
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
