import { describe, expect, it } from 'vitest';
import type { AutoApproverOptions } from '../../../src/index.ts';
import { decisionOn } from '../../fixtures/custom-tools.ts';
import { Folder } from '../../fixtures/folder.ts';

const GOOD = 'https://good.test/';
const EVIL = 'https://evil.test/';

describe('the addresses of a call', () => {
  it.each<[string, unknown]>([
    ['under another name', { url: GOOD, target: EVIL }],
    ['further inside', { url: GOOD, requests: [{ link: EVIL }] }],
    ['as a proxy', { url: GOOD, proxy: 'http://evil.test:8080' }],
    ['in a list of anything', { url: GOOD, urls: [{ u: EVIL }, 5] }],
  ])('need consent each: %s', async (_, params) => {
    using folder = new Folder();
    const options = { permissions: { allow: ['WebFetch(domain:good.test)'] } };
    expect(await decisionOn(folder, options, 'my_net', params)).toBe('ask');
    expect(await decisionOn(folder, options, 'my_net', { url: GOOD, note: 'see evil.test' })).toBe('approve');
  });

  const restrictions: [string, AutoApproverOptions][] = [
    ['a rule', { permissions: { allow: ['my_net', 'get__it'], deny: ['WebFetch(domain:evil.test)'] } }],
    [
      'a policy',
      {
        policies: [
          {
            name: 'd',
            tools: ['*'],
            action: 'deny',
            conditions: [{ type: 'url', operator: 'contains', value: 'evil.test' }],
          },
        ],
      },
    ],
  ];
  it.each(restrictions)('are forbidden by %s however they are written', async (_, options) => {
    using folder = new Folder();
    for (const url of [
      'evil.test/x',
      'EVIL.test',
      '//evil.test/x',
      'wss://EVIL.test/x',
      'ftp://evil.test',
      ' https://ev\til.test/',
    ])
      expect(await decisionOn(folder, options, 'my_net', { url }), url).toBe('deny');
    for (const params of [{ requests: [{ url: EVIL }] }, { target: EVIL }, { deep: [[{ a: EVIL }]] }])
      expect(await decisionOn(folder, options, 'my_net', params)).toBe('deny');
    expect(await decisionOn(folder, options, 'get__it', { address: EVIL })).toBe('deny');
    expect(await decisionOn(folder, options, 'my_net', { url: 'https://other.test/?q=evil' })).not.toBe('deny');
  });
});
