import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Terminal } from '@ku0/agent-runtime-tools-terminal';
import { readErrorReason } from '../command-line/read-error-reason.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** The JSON text of a call's arguments: the operand itself, stdin (`-`) or a file (`@file`). The default is `{}`. */
export async function readArguments(
  operand: string | undefined,
  terminal: Pick<Terminal, 'in' | 'err'>,
): Promise<string> {
  if (operand === undefined) return '{}';
  if (operand === '-') {
    if (terminal.in.isTTY === true)
      terminal.err.line('Type the arguments as JSON, then press Ctrl-D on an empty line.');
    return textOrDefault(await readText(terminal.in, 'stdin'));
  }
  if (!operand.startsWith('@')) return textOrDefault(operand);
  const file = operand.slice(1);
  if (file === '') throw new UsageError('@ needs the name of a file.', { next: ['For example: @arguments.json'] });
  return textOrDefault(await readText(createReadStream(file), file));
}

const MAX_MIB = 64;
const MAX_BYTES = MAX_MIB * 1024 * 1024;

function textOrDefault(text: string): string {
  return text.trim() === '' ? '{}' : text;
}

async function readText(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_MIB} MiB`);
      chunks.push(bytes);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new UsageError(`The arguments could not be read from ${name}: ${readErrorReason(error)}.`, {
      next: ['They can be JSON in single quotes, @FILE, or - for standard input.'],
    });
  }
}
