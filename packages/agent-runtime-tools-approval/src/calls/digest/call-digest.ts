import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import { isSensitiveVariable, isSessionVariable } from '@ku0/agent-runtime-tools-rules';
import { createHash, randomUUID } from 'node:crypto';
import type { CallFacts } from '../call-facts.ts';
import { fileDigest } from './file-digest.ts';
import type { ScriptFile } from './implied-files.ts';
import { scriptFiles, testFiles } from './script-files.ts';

/** Digests by which the same call is recognised. */
export interface CallKey {
  /** Covers the tool, its version, the arguments, the folder, the environment and the scripts. */
  readonly key: string;
  /** Covers only the scripts; empty if the call runs none. */
  readonly scripts: string;
  /** Covers the variables that decide what runs; empty if the call starts no program. */
  readonly environment: string;
}

/** A call together with the current content of the files it would change. */
export interface CallDigest extends CallKey {
  /** Covers the key and the files that the call would change: everything that a person was shown. */
  readonly digest: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export async function callKey(
  facts: CallFacts,
  { environment, version = '' }: { environment: Environment; version?: string },
): Promise<CallKey> {
  const files = facts.command === undefined ? [] : scriptFiles(facts.command);
  // Scripts that cannot be listed never match an earlier call.
  const scripts = files === undefined ? randomUUID() : await digestOfFiles(files);
  const environmentDigest = facts.profile.capabilities.executesCommands
    ? digestOfEnvironment(environment, facts.params['env'])
    : '';
  const key = hash([facts.profile.tool, version, canonicalJson(facts.params), facts.cwd, environmentDigest, scripts]);
  return { key, scripts, environment: environmentDigest };
}

export async function callDigest(facts: CallFacts, key: CallKey): Promise<CallDigest> {
  const changed = facts.paths
    .filter((path) => path.origin === 'argument' && path.access !== 'read' && !path.possible)
    .map((path) => ({ path: path.real ?? path.lexical }));
  const tested = facts.command === undefined ? [] : testFiles(facts.command);
  const targets = await digestOfFiles([...changed, ...tested].slice(0, MAX_TARGETS));
  return { ...key, digest: hash([key.key, targets]) };
}

/** A digest of the variables that decide which programs run and what they load, and of those that the call sets. */
function digestOfEnvironment(environment: Environment, given: unknown): string {
  const chosen: [string, string][] = [];
  for (const name of Object.keys(environment)) {
    const value = environment[name];
    if (value !== undefined && isSensitiveVariable(name) && !isSessionVariable(name)) chosen.push([name, value]);
  }
  return hash([canonicalJson(given ?? null), ...chosen.sort(([a], [b]) => (a < b ? -1 : 1)).flat()]);
}

async function digestOfFiles(files: readonly ScriptFile[]): Promise<string> {
  if (files.length === 0) return '';
  const contents: string[] = [];
  for (const { path, sections } of files) contents.push(path, await fileDigest(path, sections));
  return hash(contents);
}

/** Each part is preceded by its length, so that two different lists never hash the same bytes. */
function hash(parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest('hex');
}

const MAX_TARGETS = 2000;
