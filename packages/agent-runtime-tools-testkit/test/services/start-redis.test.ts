import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, startRedis, type RedisServer } from '../../src/services/start-redis.ts';

/** Sends commands as lines and resolves with the answers, once there is one for each. */
async function send(url: string, ...commands: string[]): Promise<string[]> {
  const { port, password } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write([`AUTH ${password}`, ...commands].map((line) => `${line}\r\n`).join(''));
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      text += String(chunk);
      const answers = text.split('\r\n').slice(0, -1);
      if (answers.length > commands.length) return answers.slice(1);
    }
    return [];
  } finally {
    socket.destroy();
  }
}

describe.skipIf(!hasRedis())('startRedis (needs redis-server)', { timeout: 60_000 }, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  }, 60_000);
  afterAll(() => server.remove());

  it('starts a server that answers', async () => {
    expect(await send(server.url, 'PING')).toEqual(['+PONG']);
  });

  it('refuses a wrong password', async () => {
    const [answer] = await send(server.url.replace(/:\w+@/, ':wrong@'), 'PING');
    expect(answer).toContain('NOAUTH');
  });

  it('loses connections and data in an outage, and comes back on the same port', async () => {
    await send(server.url, 'SET kept 7');
    await server.stop();
    await expect(send(server.url, 'PING')).rejects.toThrow(/ECONNREFUSED/);
    await server.start();
    expect(await send(server.url, 'EXISTS kept')).toEqual([':0']);
  });

  it('hangs while it is frozen, and keeps its data', async () => {
    await send(server.url, 'SET kept 7');
    server.freeze();
    let isAnswered = false;
    const pending = send(server.url, 'EXISTS kept').finally(() => (isAnswered = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isAnswered).toBe(false);
    server.thaw();
    expect(await pending).toEqual([':1']);
  });

  it('removes its folder, even if it is frozen', async () => {
    const other = await startRedis();
    // The length of the text, the text; the same again for the value.
    const folder = (await send(other.url, 'CONFIG GET dir', 'PING', 'PING', 'PING', 'PING'))[4] ?? '';
    expect(existsSync(folder)).toBe(true);
    other.freeze();
    await other.remove();
    expect(existsSync(folder)).toBe(false);
  });
});
