import { afterAll, describe, expect, it } from 'vitest';
import { describeCall, profileOf } from '../../src/index.ts';
import { ruleOffer, toolOffer } from '../../src/gate/rule-offer.ts';
import type { CallFacts } from '../../src/calls/call-facts.ts';
import { Folder } from '../fixtures/folder.ts';

const folder = new Folder({ 'src/a.ts': 'a', 'a (1).ts': 'b', 'a[1].ts': 'c' });
afterAll(() => folder[Symbol.dispose]());

function factsOf(tool: string, params: object): CallFacts {
  const facts = describeCall(profileOf(tool), { ...params }, { cwd: folder.path });
  const paths = facts.paths.map((path) => {
    const isInside = path.lexical === folder.path || path.lexical.startsWith(`${folder.path}/`);
    return { ...path, place: isInside ? ('inside' as const) : ('outside' as const) };
  });
  return { ...facts, derived: {}, paths };
}

const offered = (tool: string, params: object): string | undefined => {
  const offer = ruleOffer(factsOf(tool, params), [folder.path]);
  return offer?.rule ?? offer?.covers;
};

describe('The rule that is offered for a call', () => {
  it.each<[string, object, string | undefined]>([
    ['edit_file', { path: 'src/a.ts' }, 'Edit(/src/a.ts)'],
    ['read_file', { path: 'src/a.ts' }, 'Read(/src/a.ts)'],
    ['read_file', { path: '/etc/hosts' }, undefined],
    ['delete_file', { path: 'src/a.ts' }, undefined],
    ['web_fetch', { url: 'https://a.test/x' }, 'WebFetch(domain:a.test)'],
    ['web_fetch', { url: 'http://a.test/x' }, 'WebFetch(domain:a.test)'],
    ['web_fetch', { url: 'ftp://a.test/x' }, 'web_fetch with exactly these arguments: {"url":"ftp://a.test/x"}'],
    ['bash', { command: 'npm test' }, 'Bash(npm test)'],
    ['bash', { command: 'rm -r src' }, undefined],
    ['bash', { command: 'cat /etc/hosts' }, undefined],
    ['run_tests', { path: 'src' }, undefined],
    ['web_search', { query: 'x' }, 'web_search with exactly these arguments: {"query":"x"}'],
    ['read_file', { path: 'a (1).ts' }, 'read_file with exactly these arguments: {"path":"a (1).ts"}'],
    ['read_file', { path: 'a[1].ts' }, 'read_file with exactly these arguments: {"path":"a[1].ts"}'],
    ['read_file', { path: '.' }, 'read_file with exactly these arguments: {"path":"."}'],
    ['read_file', { path: 'x ' }, 'read_file with exactly these arguments: {"path":"x "}'],
    [
      'read_many_files',
      { paths: ['src/a.ts', 'src/b.ts'] },
      'read_many_files with exactly these arguments: {"paths":["src/a.ts","src/b.ts"]}',
    ],
    ['my_fetch', { url: 'https://a.test/x' }, undefined],
    ['my_tool', { x: 1n }, undefined],
  ])('%s with %o is %s', (tool, params, expected) => {
    expect(offered(tool, params)).toBe(expected);
  });

  it('names the folder of a command', () => {
    expect(ruleOffer(factsOf('bash', { command: 'npm test' }), [folder.path])?.covers).toBe(
      `Bash(npm test) in ${folder.path}`,
    );
  });
});

describe('Approval of a whole tool', () => {
  it.each([
    ['edit_file', { path: 'src/a.ts' }, true],
    ['web_fetch', { url: 'https://a.test/' }, true],
    ['delete_file', { path: 'src/a.ts' }, false],
    ['bash', { command: 'ls' }, false],
    ['run_code', { code: '1' }, false],
  ])('is offered for %s with %j: %s', (tool, params, isOffered) => {
    expect(toolOffer(factsOf(tool, params)) !== undefined).toBe(isOffered);
  });
});
