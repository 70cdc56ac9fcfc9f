import { Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '../errors.ts';
import type { ByteBudget } from './byte-budget.ts';

export interface ReceiveLimits {
  readonly maxBytes: number;
  readonly budget: ByteBudget;
}

/** Passes on the body of an answer. Its limits count what it becomes, also if it arrives compressed. */
export function limitBody(encoding: string | undefined, limits: ReceiveLimits): Transform {
  return encoding === undefined || encoding === 'identity' ? limitReceived(limits) : limitDecoded(encoding, limits);
}

/** Passes on what a server sends, and fails with `TOO_LARGE` when that is more than the limits allow. */
export function limitReceived({ maxBytes, budget }: ReceiveLimits): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      settle(done, chunk, () => {
        budget.take(chunk.length);
        checkSize(received, maxBytes);
      });
    },
  });
}

/**
 * As `limitReceived`, for the compressed body of an answer: it counts what the body becomes when it is decompressed. A chunk is
 * passed on, still compressed, only after that is known. Throws for an encoding that cannot be decompressed here.
 */
function limitDecoded(encoding: string, { maxBytes, budget }: ReceiveLimits): Transform {
  const decoder = decoderOf(encoding);
  let decoded = 0;
  let failure: Error | undefined;
  decoder.on('data', (chunk: Buffer) => {
    decoded += chunk.length;
    if (decoded <= maxBytes || failure !== undefined) return;
    failure = tooLarge(maxBytes);
    // It stops in the middle of the chunk, which may be a bomb.
    decoder.destroy();
  });
  decoder.on('error', (error) => (failure ??= invalid(error.message)));
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let isJudged = false;
      const judge = (): void => {
        if (isJudged) return;
        isJudged = true;
        settle(done, chunk, () => {
          if (failure !== undefined) throw failure;
          budget.take(chunk.length);
        });
      };
      if (decoder.destroyed) return judge();
      decoder.once('close', judge);
      decoder.write(chunk, () => {
        decoder.off('close', judge);
        judge();
      });
      return undefined;
    },
    destroy(error, done) {
      decoder.destroy();
      done(error);
    },
  });
}

/** The encodings that requests ask for. */
export const ASKED_ENCODINGS = 'gzip, br';

function decoderOf(encoding: string): Transform {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw invalid(`unknown content encoding ${encoding}`);
  }
}

function settle(done: TransformCallback, chunk: Buffer, check: () => void): void {
  try {
    check();
  } catch (error) {
    return done(error instanceof Error ? error : new Error(String(error)));
  }
  return done(null, chunk);
}

function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): ToolFailure {
  return new ToolFailure(netErrors.TOO_LARGE({ message: `The answer is larger than ${maxBytes} bytes.` }));
}

function invalid(why: string): ToolFailure {
  return new ToolFailure(
    netErrors.INVALID_RESPONSE({ message: `The body of the answer cannot be decompressed: ${why}` }),
  );
}
