import type { PackageManager } from './package-manager.ts';

/** A program that tools use if it is installed. */
export interface Program {
  readonly name: string;
  /** The names to look for on PATH, best first. */
  readonly commands: readonly string[];
  /** The arguments that make it print its version. Default: `--version`. */
  readonly versionArguments?: readonly string[];
  /** What works with it, as the end of the sentence "It enables ...". */
  readonly enables: string;
  /** The command that installs it, by package manager; `other` is a sentence for systems without an entry. */
  readonly install: Readonly<Partial<Record<PackageManager, string>> & { readonly other: string }>;
}

/** Installed with its usual name by most package managers. */
function packaged(name: string, { brew = name, other }: { readonly brew?: string; readonly other: string }) {
  return {
    apt: `apt install ${name}`,
    dnf: `dnf install ${name}`,
    pacman: `pacman -S ${name}`,
    apk: `apk add ${name}`,
    brew: `brew install ${brew}`,
    other,
  };
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'git',
    commands: ['git'],
    enables: 'the git tools',
    install: { ...packaged('git', { other: 'See https://git-scm.com/downloads' }), winget: 'winget install Git.Git' },
  },
  {
    name: 'python',
    commands: ['python3', 'python'],
    enables: 'run_code with Python, tests of Python projects, and specs of Python functions',
    install: {
      ...packaged('python3', { other: 'See https://www.python.org/downloads' }),
      pacman: 'pacman -S python',
      brew: 'brew install python',
      winget: 'winget install Python.Python.3.13',
    },
  },
  {
    name: 'redis',
    commands: ['redis-server', 'valkey-server'],
    enables:
      'rate limits, approvals and calls that several processes share (the packages rate-limit, approval and remote)',
    install: {
      ...packaged('redis', { other: 'See https://redis.io/docs/latest/operate/oss_and_stack/install' }),
      apt: 'apt install redis-server',
      dnf: 'dnf install valkey',
      pacman: 'pacman -S valkey',
    },
  },
  {
    name: 'postgresql',
    commands: ['postgres', 'psql'],
    enables: 'an audit trail, approvals and specs in a database (the packages audit, approval and specs)',
    install: {
      ...packaged('postgresql', { other: 'See https://www.postgresql.org/download' }),
      dnf: 'dnf install postgresql-server',
      winget: 'winget install PostgreSQL.PostgreSQL.17',
    },
  },
  {
    name: 'pyright',
    commands: ['pyright-langserver', 'basedpyright-langserver'],
    versionArguments: [],
    enables: 'exact references and symbols in Python, once the configuration names it',
    install: { other: 'npm install --global pyright' },
  },
  {
    name: 'gopls',
    commands: ['gopls'],
    versionArguments: ['version'],
    enables: 'exact references and symbols in Go, once the configuration names it',
    install: { brew: 'brew install gopls', other: 'go install golang.org/x/tools/gopls@latest' },
  },
  {
    name: 'rust-analyzer',
    commands: ['rust-analyzer'],
    enables: 'exact references and symbols in Rust, once the configuration names it',
    install: {
      pacman: 'pacman -S rust-analyzer',
      brew: 'brew install rust-analyzer',
      other: 'rustup component add rust-analyzer',
    },
  },
];
