import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSandbox } from '../is-there.ts';
import { attempts } from './attempts.ts';
import { openHost } from './host.ts';
import type { Host } from './host.ts';
import { runAs, users } from './run-as.ts';
import type { CallOutcome } from './run-as.ts';

describe.skipIf(!hasSandbox).for([...users])('a program in the sandbox of $name', ({ uid }) => {
  let host: Host;
  let outcomes: readonly CallOutcome[];
  let check: unknown;

  beforeAll(async () => {
    host = await openHost(uid);
    ({ check, outcomes } = await runAs(
      uid,
      host.root,
      attempts.map(({ call }) => call(host)),
    ));
  }, 120_000);
  afterAll(() => host[Symbol.asyncDispose]());

  it('is confined at all', () => {
    expect(check).toEqual({ ok: true, engine: 'bubblewrap' });
  });

  it.for(attempts.map(({ name }, index) => ({ name, index })))('gets nowhere when it $name', ({ index }) => {
    const { value, error } = outcomes[index] ?? {};
    expect(error).toBeUndefined();
    expect(value?.stdout).toContain('tried\n');
    expect(value?.stdout).not.toContain('ESCAPED');
    expect(value?.stdout).not.toContain('TOP-SECRET');
  });

  it('changed nothing outside and nothing that is protected', () => {
    expect(readFileSync(join(host.outside, 'target.txt'), 'utf8')).toBe('untouched');
    expect(readdirSync(host.outside).sort()).toEqual(['folder', 'secret.txt', 'target.txt']);
    expect(existsSync('/usr/bin/escaped')).toBe(false);
    expect(readFileSync(join(host.root, '.git/config'), 'utf8')).toBe('[core]\n');
    expect(readdirSync(join(host.root, '.git/hooks'))).toEqual(['pre-commit']);
    expect(readFileSync(join(host.root, '.git/hooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\n');
    expect(readFileSync(join(host.root, 'sub/.git/config'), 'utf8')).toBe('[core]\n');
    expect(readFileSync(join(host.root, 'hidden.env'), 'utf8')).toBe('TOP-SECRET');
    expect(readFileSync(join(host.root, '.vscode/tasks.json'), 'utf8')).toBe('{}');
  });

  it('reached no process and no socket of the host', () => {
    expect(host.isVictimAlive()).toBe(true);
    expect(host.heard).toEqual([]);
  });
});
