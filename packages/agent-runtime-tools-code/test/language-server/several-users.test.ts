import { describe, expect, it } from 'vitest';
import { FILES, semanticTree } from './semantic-tree.ts';

/** A server that ends when a document is opened twice, and when it is asked about a class `Other`. */
const SERVER = `
const open = new Set();
const send = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write('Content-Length: ' + Buffer.byteLength(text) + '\\r\\n\\r\\n' + text);
};
let buffer = '';
process.stdin.on('data', (chunk) => {
  buffer += chunk;
  for (;;) {
    const head = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(buffer);
    if (head === null || buffer.length < head[0].length + Number(head[1])) return;
    const message = JSON.parse(buffer.slice(head[0].length, head[0].length + Number(head[1])));
    buffer = buffer.slice(head[0].length + Number(head[1]));
    handle(message);
  }
});
function handle({ id, method, params }) {
  const uri = params?.textDocument?.uri;
  if (method === 'initialize') send({ id, result: { capabilities: {} } });
  if (method === 'textDocument/didOpen') open.has(uri) ? process.exit(1) : open.add(uri);
  if (method === 'textDocument/didClose') open.delete(uri);
  if (method !== 'textDocument/references') return;
  if (uri.endsWith('other.ts')) process.exit(1);
  const start = { line: 0, character: 13 };
  setTimeout(() => send({ id, result: open.has(uri) ? [{ uri, range: { start, end: start } }] : [] }), Number(process.argv[1]));
}
`;

describe('a language server that several users ask', { timeout: 60_000 }, () => {
  const asked = async (answerMs = 50) => {
    const { engine } = await semanticTree(FILES, { typescript: [process.execPath, '-e', SERVER, String(answerMs)] });
    return async (principalId: string, symbol: string, file: string) =>
      (await engine.findReferences(symbol, '.', { file, owner: { principalId, taskId: 't' } })).precision;
  };

  it('answers questions about one file that come at once', async () => {
    const ask = await asked();
    const users = ['ada', 'bob', 'eve'];
    const answers = await Promise.all(users.map((user) => ask(user, 'Shop', 'src/shop.ts')));
    expect(answers).toEqual(['semantic', 'semantic', 'semantic']);
  });

  it('goes on answering others, however often the questions of one make it fail', async () => {
    const ask = await asked();
    for (let round = 0; round < 4; round++) {
      expect(await ask('eve', 'Other', 'src/other.ts')).toBe('syntactic');
      expect(await ask('ada', 'Shop', 'src/shop.ts')).toBe('semantic');
    }
  });

  it('ends no question of another user when a question makes it fail', async () => {
    const ask = await asked(1500);
    const [spared, spoiled] = await Promise.all([
      ask('ada', 'Shop', 'src/shop.ts'),
      ask('eve', 'Other', 'src/other.ts'),
    ]);
    expect([spared, spoiled]).toEqual(['semantic', 'syntactic']);
  });
});
