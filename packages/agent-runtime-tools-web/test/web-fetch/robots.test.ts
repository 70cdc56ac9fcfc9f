import { describe, expect, it } from 'vitest';
import type { Network } from '@ku0/agent-runtime-tools-net';
import { RobotsRules } from '../../src/web-fetch/robots.ts';
import { localServer, networkTo } from '../../../agent-runtime-tools-net/test/fixtures/local-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the rules of robots.txt', () => {
  const allows = (rules: RobotsRules, host: string): Promise<boolean> =>
    rules.allows(new URL(`http://${host}/private`), new AbortController().signal);

  it('are read again after a day', async () => {
    let rule = 'Disallow: /private';
    await using web = await localServer((_, response) => response.end(`User-agent: *\n${rule}`));
    const network: Network = networkTo(web);
    let now = 0;
    const rules = new RobotsRules(network, 'test', () => now);
    expect(await allows(rules, 'site.test')).toBe(false);
    rule = 'Allow: /';
    now = DAY_MS - 1;
    expect(await allows(rules, 'site.test')).toBe(false);
    now = DAY_MS;
    expect(await allows(rules, 'site.test')).toBe(true);
    await network.close();
  });

  it('of many sites with long files do not fill the memory: the oldest are read again', async () => {
    await using web = await localServer((_, response) => response.end('# '.repeat(200_000)));
    const network: Network = networkTo(web);
    const rules = new RobotsRules(network, 'test');
    for (let site = 0; site < 12; site++) await allows(rules, `site-${site}.test`);
    const before = web.requests.length;
    await allows(rules, 'site-11.test');
    expect(web.requests.length).toBe(before);
    await allows(rules, 'site-0.test');
    expect(web.requests.length).toBe(before + 1);
    await network.close();
  });
});
