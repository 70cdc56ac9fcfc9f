import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPostgres, hasRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { describe, expect, it } from 'vitest';
import { Folder } from '../fixtures/folder.ts';
import { nameFor, postgresServer, redisServer, useServers } from '../fixtures/stores.ts';

useServers();

const PROGRAM = join(import.meta.dirname, '../fixtures/answering-process.mjs');

const KINDS = [
  { kind: 'file', rounds: 10, isThere: true, place: (folder: Folder) => join(folder.base, 'approvals.json') },
  { kind: 'sqlite', rounds: 10, isThere: true, place: (folder: Folder) => join(folder.base, 'approvals.db') },
  { kind: 'postgres', rounds: 100, isThere: hasPostgres(), place: () => postgresServer().url },
  { kind: 'redis', rounds: 100, isThere: hasRedis(), place: () => redisServer().url },
];

type Message = Record<string, unknown>;

/** A process, and what it says in the order of its messages. */
class Peer {
  readonly #child: ChildProcess;
  readonly #heard: Message[] = [];
  #wake: () => void = () => undefined;

  constructor(setting: object) {
    this.#child = fork(PROGRAM, [JSON.stringify(setting)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message: Message) => {
      this.#heard.push(message);
      this.#wake();
    });
  }

  tell(message: object): void {
    this.#child.send(message);
  }

  async hear(): Promise<Message> {
    for (;;) {
      const message = this.#heard.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async end(): Promise<void> {
    this.tell({ end: true });
    await once(this.#child, 'exit');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

describe.each(KINDS)('Two processes that wait and two that answer over $kind', { timeout: 60_000 }, (kinds) => {
  const { kind, rounds, isThere, place } = kinds;
  it.skipIf(!isThere)(`settle each of ${rounds} requests once, as the first answer says`, async () => {
    using folder = new Folder();
    const effects = join(folder.base, 'effects');
    const setting = { kind, place: place(folder), name: nameFor(folder), effects, root: folder.path };
    const peers = Array.from({ length: 4 }, () => new Peer(setting));
    const [first, second, anna, ben] = peers;
    if (!first || !second || !anna || !ben) throw new Error('There are four.');
    try {
      for (const peer of peers) expect(await peer.hear()).toEqual({ ready: true });
      const expected: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const caller = round % 2 === 0 ? first : second;
        caller.tell({ call: round });
        const { asked: id } = await caller.hear();
        // Each says yes in half of the rounds, and the other no.
        const saysYes = round % 4 < 2 ? anna : ben;
        anna.tell({ answer: { id, approved: saysYes === anna, by: 'anna' } });
        ben.tell({ answer: { id, approved: saysYes === ben, by: 'ben' } });
        const [fromAnna, fromBen] = [await anna.hear(), await ben.hear()];
        expect([fromAnna, fromBen].filter((said) => said['counted'] === true)).toHaveLength(1);
        const winner = fromAnna['counted'] === true ? anna : ben;
        const loser = winner === anna ? fromBen : fromAnna;
        expect(loser['message']).toContain(`before, by ${winner === anna ? 'anna' : 'ben'}`);
        expect(await caller.hear()).toEqual({ round, ran: winner === saysYes });
        if (winner === saysYes) expected.push(round);
      }
      const ran = existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n').map(Number) : [];
      expect(ran).toEqual(expected);
      for (const peer of peers) await peer.end();
    } finally {
      for (const peer of peers) peer.kill();
    }
  });
});
