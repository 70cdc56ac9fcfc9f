import type { SandboxProfile } from '../sandbox-profile.ts';
import type { EndedProgram } from './detect-limit.ts';

/** Recognises in the output what the sandbox prevented. Returns sentences for the model. */
export function detectDenials(ended: EndedProgram, profile: SandboxProfile): readonly string[] {
  const output = ended.stderr + (ended.exitCode === 0 ? '' : `\n${ended.stdout}`);
  const text = output.length > MAX_CHARS ? output.slice(0, MAX_CHARS / 2) + output.slice(-MAX_CHARS / 2) : output;
  return DENIALS.filter(({ pattern, applies }) => applies(profile) && pattern.test(text)).map(({ sentence }) =>
    typeof sentence === 'string' ? sentence : sentence(profile),
  );
}

const MAX_CHARS = 64_000;

interface Denial {
  readonly pattern: RegExp;
  readonly applies: (profile: SandboxProfile) => boolean;
  readonly sentence: string | ((profile: SandboxProfile) => string);
}

const always = (): boolean => true;

const DENIALS: readonly Denial[] = [
  {
    pattern: /Read-only file system|\bEROFS\b/i,
    applies: always,
    sentence: ({ writable }) =>
      writable
        ? 'The sandbox refused a write: only the workspace and /tmp can be written, and in the workspace not .git/hooks, .git/config or other protected names.'
        : 'The sandbox refused a write: this run may only read; /tmp alone can be written.',
  },
  {
    pattern:
      /Network is unreachable|ENETUNREACH|EAI_AGAIN|Temporary failure in name resolution|Could not resolve host|Name or service not known|getaddrinfo ENOTFOUND/i,
    applies: ({ network }) => !network,
    sentence: 'The sandbox refused the network: this run has none.',
  },
  {
    pattern: /Connection refused|ECONNREFUSED/i,
    applies: ({ network }) => !network,
    sentence: 'This run has no network: its 127.0.0.1 is its own, where nothing listens that runs outside.',
  },
  {
    pattern: /Operation not permitted|\bEPERM\b|Bad system call/i,
    applies: always,
    sentence:
      'The sandbox refused a system call: mounts, namespaces, debugging, Unix sockets and kernel interfaces are not available inside.',
  },
  {
    pattern: /Device or resource busy|\bEBUSY\b/i,
    applies: ({ writable }) => writable,
    sentence: 'The sandbox refused to rename or remove a folder that holds protected or hidden files.',
  },
];
