import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { Repository } from '../repository/repository.ts';

export interface FileAtCommit {
  path: string;
  content: string;
  /** In bytes. */
  size: number;
  totalLines: number;
  /** The number of lines before the first line that is not in `content`. */
  nextOffset?: number;
  executable?: true;
  /** It is a link: the content is where it leads. */
  link?: true;
}

export interface FileAtRequest {
  /** The full id. */
  readonly commit: string;
  /** Relative to the top folder. */
  readonly path: string;
  /** How many lines to skip. */
  readonly offset: number;
  readonly limit?: number;
}

/** The lines of a file as it was in a commit, without filters and conversions. */
export async function readFileAt(
  repository: Repository,
  { commit, path, offset, limit = 2000 }: FileAtRequest,
): Promise<FileAtCommit> {
  const shown = repository.shown(path);
  const listed = await repository.run(['ls-tree', '-z', '--long', '--full-tree', commit, '--', path]);
  // <mode> SP <type> SP <object> SP <size, padded; BAD if the object is missing> TAB <path> NUL
  const [, mode = '', type, id = '', size = ''] =
    /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-|BAD)\t/.exec(listed.stdout.toString('latin1')) ?? [];
  if (type === undefined) throw failure('FILE_NOT_FOUND', `${shown} is not in the commit ${commit.slice(0, 12)}.`);
  if (type === 'tree') throw failure('IS_DIRECTORY', `${shown} is a folder in the commit.`);
  if (type === 'commit') throw failure('NOT_A_FILE', `${shown} is a submodule, at commit ${id}.`);
  if (Number(size) > MAX_FILE_BYTES)
    throw failure('TOO_LARGE', `${shown} has ${size} bytes; at most ${MAX_FILE_BYTES} can be shown.`);
  const { stdout } = await repository.run(['cat-file', 'blob', id], { maxBytes: MAX_FILE_BYTES });
  if (stdout.subarray(0, 8192).includes(0)) throw failure('BINARY_FILE', `${shown} is binary (${size} bytes).`);
  const lines = stdout.toString('utf8').split(/(?<=\n)/);
  const page = fitting(lines.slice(offset, offset + limit));
  const nextOffset = offset + page.length;
  return {
    path: shown,
    content: page.join(''),
    size: Number(size),
    totalLines: stdout.length === 0 ? 0 : lines.length,
    ...(nextOffset < lines.length && { nextOffset }),
    ...(mode === '100755' && { executable: true as const }),
    ...(mode === '120000' && { link: true as const }),
  };
}

const MAX_FILE_BYTES = 16_000_000;
const MAX_CONTENT_CHARS = 400_000;

/** The first lines up to a number of characters, at least one line. */
function fitting(lines: readonly string[]): string[] {
  let chars = 0;
  const end = lines.findIndex((line) => (chars += line.length) > MAX_CONTENT_CHARS);
  return lines.slice(0, end === -1 ? undefined : Math.max(1, end));
}

function failure(
  code: 'FILE_NOT_FOUND' | 'IS_DIRECTORY' | 'NOT_A_FILE' | 'TOO_LARGE' | 'BINARY_FILE',
  message: string,
) {
  return new ToolFailure(workspaceErrors[code]({ message: printable(message) }));
}
