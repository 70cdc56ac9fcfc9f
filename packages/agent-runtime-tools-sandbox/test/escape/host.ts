import { spawn } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeFolder } from '../test-sandbox.ts';

/** What an escape would reach: secrets, a process, sockets, all of them open to the user that the sandbox runs as. */
export interface Host {
  readonly root: string;
  readonly outside: string;
  readonly secret: string;
  readonly victim: number;
  readonly port: number;
  readonly abstractName: string;
  /** What came in on any of the sockets. */
  readonly heard: readonly string[];
  isVictimAlive(): boolean;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openHost(uid: number | undefined): Promise<Host> {
  const outside = makeFolder({ 'secret.txt': 'TOP-SECRET', 'folder/inner.txt': 'TOP-SECRET' }, uid);
  const root = makeFolder(
    {
      'a.txt': 'content\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': '[core]\n',
      '.git/hooks/pre-commit': '#!/bin/sh\n',
      '.git/objects/': '',
      '.git/refs/': '',
      'sub/.git/HEAD': 'ref: refs/heads/main\n',
      'sub/.git/config': '[core]\n',
      'sub/.git/hooks/': '',
      '.vscode/tasks.json': '{}',
      '.toolignore': 'hidden.env\nprivate/\n',
      'hidden.env': 'TOP-SECRET',
      'private/key': 'TOP-SECRET',
      '.ssh/id': 'TOP-SECRET',
    },
    uid,
  );
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(outside, join(root, 'link-folder'));
  if (uid !== undefined) for (const name of ['link.txt', 'link-folder']) lchownSync(join(root, name), uid, uid);
  chmodSync(outside, 0o755);
  writeFileSync(join(outside, 'target.txt'), 'untouched');
  if (uid !== undefined) chownSync(join(outside, 'target.txt'), uid, uid);

  const victim = spawn('sleep', ['120'], { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) });
  await once(victim, 'spawn');
  const heard: string[] = [];
  const abstractName = `sandbox-test-${process.pid}-${Date.now()}`;
  const loopback = await listen({ port: 0, host: '127.0.0.1' }, heard, 'loopback');
  const abstract = await listen({ path: `\0${abstractName}` }, heard, 'abstract socket');
  const socketFile = join(root, 'host.sock');
  const file = await listen({ path: socketFile }, heard, 'socket file');
  chmodSync(socketFile, 0o777);
  const address = loopback.address();
  return {
    root,
    outside,
    secret: join(outside, 'secret.txt'),
    victim: victim.pid ?? 0,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    abstractName,
    heard,
    isVictimAlive: () => victim.exitCode === null && victim.signalCode === null,
    async [Symbol.asyncDispose]() {
      victim.kill('SIGKILL');
      for (const server of [loopback, abstract, file]) server.close();
      for (const folder of [root, outside]) rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function listen(
  where: { port?: number; host?: string; path?: string },
  heard: string[],
  name: string,
): Promise<Server> {
  const server = createServer((socket) => {
    heard.push(name);
    socket.end('TOP-SECRET');
  });
  server.listen(where);
  await once(server, 'listening');
  server.unref();
  return server;
}
