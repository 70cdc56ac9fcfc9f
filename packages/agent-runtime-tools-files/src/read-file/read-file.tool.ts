import { Type, defineTool, ok, printable, type ContentPart } from '@ku0/agent-runtime-tools-core';
import { TEXT_ENCODINGS, fileResource } from '@ku0/agent-runtime-tools-workspace';
import { fileCall } from '../file-call.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../read-limits.ts';
import { readFile, type FileRead } from './read-file.ts';
import { version } from '../version.ts';

/** FileRead as the output schema types it. */
type ReadValue = Omit<FileRead, 'encoding'> & { readonly encoding: string };

/** Creates the tool. `given` overrides the default limits. */
export function readFileTool(given: Partial<ReadLimits> = {}) {
  const limits = { ...DEFAULT_READ_LIMITS, ...given };
  return defineTool({
    name: 'read_file',
    description:
      `Reads a file: ${limits.maxLines} lines from offset on unless limit says otherwise. "truncated" and "nextOffset" tell ` +
      'how to read on. mode "indentation" gives the whole block (function, class, section) around anchorLine. Images (PNG, ' +
      'JPEG, GIF, WebP) are shown; other binary files can be read with encoding "base64", where offset and limit count bytes.',
    version,
    parameters: Type.Object({
      path: Type.String({ description: 'The file, relative to the workspace root.', examples: ['README.md'] }),
      encoding: Type.Optional(
        Type.Enum(['base64', ...TEXT_ENCODINGS], {
          type: 'string',
          description:
            'utf-8 for text in whatever encoding is detected; base64 for bytes; another name only if the detected encoding was wrong.',
          default: 'utf-8',
        }),
      ),
      offset: Type.Optional(
        Type.Integer({
          description: 'The first line, counted from 1 (with base64: the first byte, counted from 0).',
          minimum: 0,
        }),
      ),
      limit: Type.Optional(Type.Integer({ description: 'How many lines (with base64: bytes) to read.', minimum: 1 })),
      mode: Type.Optional(
        Type.Enum(['slice', 'indentation'], {
          type: 'string',
          description: 'slice: lines from offset on. indentation: the block around anchorLine.',
          default: 'slice',
        }),
      ),
      anchorLine: Type.Optional(
        Type.Integer({ description: 'With mode indentation: a line of the block, counted from 1.', minimum: 1 }),
      ),
    }),
    output: Type.Object({
      path: Type.String(),
      content: Type.String(),
      size: Type.Integer(),
      modified: Type.String(),
      encoding: Type.String({
        description: 'That of the file (utf-8, utf-16le, shift_jis, ...), which write_file keeps; or base64.',
      }),
      truncated: Type.Boolean(),
      totalLines: Type.Optional(Type.Integer()),
      startLine: Type.Optional(Type.Integer()),
      lines: Type.Optional(Type.Integer()),
      nextOffset: Type.Optional(Type.Integer()),
      cutLines: Type.Optional(Type.Array(Type.Integer())),
      mediaType: Type.Optional(Type.String()),
    }),
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    // The tool's own limits bound the text; core's limit would cut out the middle.
    limits: { maxOutputChars: Math.ceil(Math.max(limits.maxBytes, limits.maxBase64Bytes * 1.34)) + 1000 },
    parameterAliases: { file_path: 'path', filePath: 'path', filename: 'path', anchor_line: 'anchorLine' },
    validate({ encoding, mode, anchorLine }) {
      if (mode === 'indentation' && encoding === 'base64')
        return { valid: false, errors: ['mode indentation is for text: leave encoding out'] };
      if (mode === 'indentation' && anchorLine === undefined)
        return { valid: false, errors: ['anchorLine is required with mode indentation'] };
      if (mode !== 'indentation' && anchorLine !== undefined)
        return { valid: false, errors: ['anchorLine is only for mode indentation'] };
      return { valid: true };
    },
    resources: ({ path }) => [fileResource(path, 'read')],
    async execute(params, context) {
      const read = await readFile(params, { ...fileCall(context), limits });
      const note = noteOn(read);
      return ok(read, {
        bytesRead: Buffer.byteLength(read.content, read.encoding === 'base64' ? 'base64' : 'utf8'),
        filesAccessed: [read.path],
        ...(note !== undefined && { warnings: [note] }),
      });
    },
    preview(result, maxLines) {
      if (!result.ok) return [result.error.message];
      const { path, content, size, encoding, mediaType, totalLines } = result.value;
      if (encoding === 'base64') return [`${path}: ${size} bytes${mediaType === undefined ? '' : ` of ${mediaType}`}`];
      const head = `${path}: ${totalLines ?? 'many'} ${totalLines === 1 ? 'line' : 'lines'}`;
      return [head, ...content.split('\n', maxLines)].slice(0, maxLines);
    },
    toModelOutput: (read) => partsOf(read),
  });
}

function partsOf(read: ReadValue): ContentPart[] {
  const { content, mediaType, path, size } = read;
  if (mediaType !== undefined) {
    return [
      { type: 'text', text: `${printable(path)}: ${mediaType}, ${size} bytes` },
      { type: 'image', data: content, mediaType },
    ];
  }
  const note = noteOn(read);
  const text: ContentPart[] = content === '' ? [] : [{ type: 'text', text: content }];
  if (note !== undefined) text.push({ type: 'text', text: `[${note}]` });
  return text.length > 0 ? text : [{ type: 'text', text: `[${printable(path)} is empty]` }];
}

/** Tells the model how to read the rest; undefined if the whole file was read. */
function noteOn({
  content,
  encoding,
  size,
  totalLines,
  startLine = 1,
  lines = 0,
  nextOffset,
  cutLines,
  truncated,
}: ReadValue): string | undefined {
  const notes: string[] = [];
  if (encoding === 'base64') {
    if (nextOffset !== undefined) notes.push(`the file has ${size} bytes; read on with offset ${nextOffset}`);
    else if (content === '' && size > 0) notes.push(`the file has only ${size} bytes`);
  } else if (lines === 0 && size > 0 && totalLines !== undefined && startLine > totalLines) {
    notes.push(`there is no line ${startLine}: the file has ${totalLines} lines`);
  } else if (truncated && lines < (totalLines ?? Infinity)) {
    const more = nextOffset === undefined ? '' : `; read on with offset ${nextOffset}`;
    notes.push(`lines ${startLine} to ${startLine + lines - 1} of ${totalLines ?? 'many'}${more}`);
  }
  if (cutLines !== undefined) {
    const shown = cutLines.slice(0, 10).join(', ');
    notes.push(
      `too long and cut: line ${shown}${cutLines.length > 10 ? ', ...' : ''}; read the rest as base64 or search in it`,
    );
  }
  return notes.length > 0 ? notes.join('; ') : undefined;
}
