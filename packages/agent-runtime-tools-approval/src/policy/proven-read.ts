import { existsSync } from 'node:fs';
import { proveReadOnly } from '@ku0/agent-runtime-tools-commands';
import type { Environment } from '../calls/digest/call-digest.ts';
import type { CallFacts } from '../calls/call-facts.ts';
import { isCredentialPath } from '../calls/risk/credential-paths.ts';

/**
 * Whether a call does nothing but run a command that provably only reads within the workspace. False if a file such as
 * `.toolignore` hides files from tools, because commands can read those.
 */
export function isProvenRead(facts: CallFacts, roots: readonly string[], environment: Environment): boolean {
  const { command, profile, params } = facts;
  if (command === undefined || profile.known?.family !== 'Bash' || facts.unreadable !== undefined) return false;
  if (facts.environmentConcerns.length > 0 || !Object.keys(params).every((name) => HARMLESS_PARAMETERS.has(name)))
    return false;
  if (roots.length === 0 || facts.paths.some(isCredentialPath)) return false;
  if (roots.some((root) => HIDING_FILES.some((name) => existsSync(`${root}/${name}`)))) return false;
  return proveReadOnly(command, { roots, environment }).proven;
}

/** Parameters that do not change what a command does. Variables and input are not among them. */
const HARMLESS_PARAMETERS = new Set(
  'command cmd args cwd working_dir workdir description timeout timeout_ms timeoutMs'.split(' '),
);
const HIDING_FILES = ['.toolignore', '.clineignore', '.rooignore'];
