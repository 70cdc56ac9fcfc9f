import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import { createHash, randomUUID } from 'node:crypto';
import type { CallFacts } from '../call-facts.ts';
import { fileContent } from './file-content.ts';
import type { ScriptFile } from './implied-files.ts';
import { scriptFiles, testFiles } from './script-files.ts';
import { isSensitiveVariable } from './sensitive-variables.ts';

/** What "the same call" means, by fingerprints. */
export interface CallKey {
  /** Of the tool, the arguments, the folder, the environment and the scripts. */
  readonly key: string;
  /** Of the scripts alone; empty where the call names none. */
  readonly scripts: string;
  /** Of the environment that programs would see; empty where the call runs none. */
  readonly environment: string;
}

/** One call, as it is now. */
export interface CallDigest extends CallKey {
  /** Of all that and the files that it would change: what a person has been shown. */
  readonly digest: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export async function callKey(
  facts: CallFacts,
  { environment, version = '' }: { environment: Environment; version?: string },
): Promise<CallKey> {
  const files = facts.command === undefined ? [] : scriptFiles(facts.command);
  // What cannot be looked at is never the same again.
  const scripts = files === undefined ? randomUUID() : await contentsOf(files);
  const steering = facts.profile.capabilities.executesCommands ? environmentKey(environment, facts.params['env']) : '';
  const key = hash([facts.profile.tool, version, canonicalJson(facts.params), facts.cwd, steering, scripts]);
  return { key, scripts, environment: steering };
}

export async function callDigest(facts: CallFacts, key: CallKey): Promise<CallDigest> {
  const changed = facts.paths
    .filter((path) => path.origin === 'argument' && path.access !== 'read' && !path.possible)
    .map((path) => ({ path: path.real ?? path.lexical }));
  const tested = facts.command === undefined ? [] : testFiles(facts.command);
  const targets = await contentsOf([...changed, ...tested].slice(0, MAX_TARGETS));
  return { ...key, digest: hash([key.key, targets]) };
}

/** The variables that decide which programs run and what they load, and those that the call sets, as one text. */
function environmentKey(environment: Environment, given: unknown): string {
  const chosen: [string, string][] = [];
  for (const name of Object.keys(environment)) {
    const value = environment[name];
    if (value !== undefined && isSensitiveVariable(name)) chosen.push([name, value]);
  }
  return hash([canonicalJson(given ?? null), ...chosen.sort(([a], [b]) => (a < b ? -1 : 1)).flat()]);
}

async function contentsOf(files: readonly ScriptFile[]): Promise<string> {
  if (files.length === 0) return '';
  const contents: string[] = [];
  for (const { path, sections } of files) contents.push(path, await fileContent(path, sections));
  return hash(contents);
}

/** Lengths go first, so that no two lists have the same text. */
function hash(parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest('hex');
}

const MAX_TARGETS = 2000;
