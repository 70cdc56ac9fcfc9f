export interface BlameHunk {
  startLine: number;
  endLine: number;
  /** Absent for lines that are not committed yet. */
  commit?: string;
  author: string;
  email: string;
  date: string;
  subject: string;
  /** The path of the file in that commit, if it had another one. */
  from?: string;
  lines: string[];
}

interface CommitInfo {
  author: string;
  email: string;
  time: number;
  zone: string;
  subject: string;
}

/**
 * Parses `git blame --porcelain`. The details of a commit come with its first line only.
 *
 *     <id> <line in the commit> <line> <lines in the group>
 *     author A Person          (and more, the first time)
 *     filename src/a.ts
 *     TAB<the line>
 */
export function parseBlame(output: Buffer, path: string): BlameHunk[] {
  const commits = new Map<string, CommitInfo>();
  const hunks: BlameHunk[] = [];
  let [id, line, filename] = ['', 0, path];
  for (const text of output.toString('utf8').split('\n')) {
    const header = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(text);
    if (text.startsWith('\t')) {
      addLine(hunks, { id, line, from: filename, text: text.slice(1), path, info: infoOf(commits, id) });
    } else if (header !== null) {
      [id, line] = [header[1] ?? '', Number(header[2])];
    } else {
      const [, name = '', value = ''] = /^([a-z-]+) ?(.*)$/s.exec(text) ?? [];
      const info = infoOf(commits, id);
      if (name === 'author') info.author = value;
      else if (name === 'author-mail') info.email = value.replace(/^<|>$/g, '');
      else if (name === 'author-time') info.time = Number(value);
      else if (name === 'author-tz') info.zone = value;
      else if (name === 'summary') info.subject = value;
      else if (name === 'filename') filename = value;
    }
  }
  return hunks;
}

function infoOf(commits: Map<string, CommitInfo>, id: string): CommitInfo {
  const known = commits.get(id) ?? { author: '', email: '', time: 0, zone: '+0000', subject: '' };
  commits.set(id, known);
  return known;
}

interface BlamedLine {
  readonly id: string;
  readonly line: number;
  readonly from: string;
  readonly text: string;
  readonly path: string;
  readonly info: CommitInfo;
}

function addLine(hunks: BlameHunk[], { id, line, from, text, path, info }: BlamedLine): void {
  const commit = /^0+$/.test(id) ? undefined : id;
  const last = hunks.at(-1);
  if (last !== undefined && last.commit === commit && last.endLine === line - 1 && (last.from ?? path) === from) {
    last.endLine = line;
    last.lines.push(text);
    return;
  }
  hunks.push({
    startLine: line,
    endLine: line,
    ...(commit !== undefined && { commit }),
    author: commit === undefined ? '' : info.author,
    email: commit === undefined ? '' : info.email,
    date: isoDate(info),
    subject: commit === undefined ? 'Not committed yet' : info.subject,
    ...(from !== path && { from }),
    lines: [text],
  });
}

/** 1700000000 and +0130 are 2023-11-14T23:43:20+01:30. */
function isoDate({ time, zone }: CommitInfo): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const shift = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  const date = new Date((time + shift) * 1000);
  if (Number.isNaN(date.getTime())) return new Date(0).toISOString();
  return `${date.toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}
