import { splitAtNul } from '../config/read-config.ts';
import { nameOf } from '../run/output-bytes.ts';

export type FileState =
  | 'unmodified'
  | 'modified'
  | 'added'
  | 'deleted'
  | 'renamed'
  | 'copied'
  | 'type-changed'
  | 'unmerged'
  | 'untracked'
  | 'ignored';

export interface StatusEntry {
  /** Relative to the top folder. */
  path: string;
  /** The old path of a file that was renamed or copied. */
  from?: string;
  /** What the next commit will change. */
  staged: FileState;
  /** What has changed since it was staged. */
  unstaged: FileState;
  /** How a merge left it, such as 'both modified'. */
  conflict?: string;
  isSubmodule?: true;
}

/** An entry with its name as git printed it, which can be given back to git whatever bytes it has. */
export interface ParsedEntry extends StatusEntry {
  readonly bytes: Buffer;
}

export interface BranchStatus {
  /** Absent if HEAD is detached. */
  branch?: string;
  /** Absent if there is no commit yet. */
  commit?: string;
  upstream?: string;
  /** Commits that the upstream does not have. Absent if the upstream does not exist. */
  ahead?: number;
  behind?: number;
  stashes: number;
}

export interface ParsedStatus {
  readonly head: BranchStatus;
  readonly entries: ParsedEntry[];
}

/** Parses `git status --porcelain=v2 --branch --show-stash -z`. */
export function parseStatus(output: Buffer): ParsedStatus {
  const fields = splitAtNul(output);
  const head: BranchStatus = { stashes: 0 };
  const entries: ParsedEntry[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    if (field === undefined) break;
    const kind = String.fromCharCode(field[0] ?? 0);
    if (kind === '#') readHeader(field.toString('utf8'), head);
    else if (kind === '?' || kind === '!') entries.push(untracked(field, kind));
    else if (kind === '1') entries.push(changed(field, 8));
    else if (kind === 'u') entries.push(conflicted(field));
    else if (kind === '2') {
      const from = fields[(at += 1)];
      entries.push({ ...changed(field, 9), ...(from !== undefined && { from: nameOf(from) }) });
    }
  }
  return { head, entries };
}

function readHeader(line: string, head: BranchStatus): void {
  const [, name = '', value = ''] = /^# (\S+) (.*)$/s.exec(line) ?? [];
  if (name === 'branch.oid' && value !== '(initial)') head.commit = value;
  else if (name === 'branch.head' && value !== '(detached)') head.branch = value;
  else if (name === 'branch.upstream') head.upstream = value;
  else if (name === 'stash') head.stashes = Number(value);
  else if (name === 'branch.ab') {
    const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? [];
    if (ahead !== undefined && behind !== undefined) [head.ahead, head.behind] = [Number(ahead), Number(behind)];
  }
}

function untracked(field: Buffer, kind: '?' | '!'): ParsedEntry {
  const state = kind === '?' ? 'untracked' : 'ignored';
  return { ...named(field, 2), staged: state, unstaged: state };
}

/** `1 XY sub mH mI mW hH hI path`; a rename has one field more. */
function changed(field: Buffer, blanks: number): ParsedEntry {
  const start = afterBlanks(field, blanks);
  const [, states = '..', submodule = 'N...'] = field.subarray(0, start).toString('latin1').split(' ');
  return {
    ...named(field, start),
    staged: stateOf(states[0]),
    unstaged: stateOf(states[1]),
    ...(submodule.startsWith('S') && { isSubmodule: true as const }),
  };
}

/** `u XY sub m1 m2 m3 mW h1 h2 h3 path`. */
function conflicted(field: Buffer): ParsedEntry {
  const start = afterBlanks(field, 10);
  const states = field.subarray(2, 4).toString('latin1');
  return {
    ...named(field, start),
    staged: 'unmerged',
    unstaged: 'unmerged',
    conflict: CONFLICTS[states] ?? states,
  };
}

const CONFLICTS: Readonly<Record<string, string>> = {
  DD: 'both deleted',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'both added',
  UU: 'both modified',
};

function stateOf(letter: string | undefined): FileState {
  return STATES[letter ?? '.'] ?? 'modified';
}

const STATES: Readonly<Record<string, FileState>> = {
  '.': 'unmodified',
  M: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
  U: 'unmerged',
};

function named(field: Buffer, start: number): { path: string; bytes: Buffer } {
  const bytes = field.subarray(start);
  return { path: nameOf(bytes), bytes };
}

function afterBlanks(field: Buffer, count: number): number {
  let at = 0;
  for (let seen = 0; seen < count; seen += 1) at = field.indexOf(0x20, at) + 1;
  return at;
}
