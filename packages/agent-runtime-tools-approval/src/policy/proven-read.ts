import { existsSync } from 'node:fs';
import { proveReadOnly } from '@ku0/agent-runtime-tools-commands';
import type { Environment } from '../calls/digest/call-digest.ts';
import type { CallFacts } from '../calls/call-facts.ts';
import { isCredentialPath } from '../calls/risk/credential-paths.ts';

/**
 * Whether a call runs a command that can be shown to only read within the workspace, and nothing else. Where some files
 * are hidden from tools by a file such as `.toolignore`, nothing is: commands read past it.
 */
export function isProvenRead(facts: CallFacts, roots: readonly string[], environment: Environment): boolean {
  const { command, profile, params } = facts;
  if (command === undefined || profile.known?.family !== 'Bash' || facts.unreadable !== undefined) return false;
  if (facts.environmentConcerns.length > 0 || !Object.keys(params).every((name) => HARMLESS.has(name))) return false;
  if (roots.length === 0 || facts.paths.some(isCredentialPath)) return false;
  if (roots.some((root) => WALLS.some((name) => existsSync(`${root}/${name}`)))) return false;
  return proveReadOnly(command, { roots, environment }).proven;
}

/** Arguments that change nothing about what a command does. Variables and input are not among them. */
const HARMLESS = new Set(
  'command cmd args cwd working_dir workdir description timeout timeout_ms timeoutMs'.split(' '),
);
const WALLS = ['.toolignore', '.clineignore', '.rooignore'];
