import { cutText } from '@ku0/agent-runtime-tools-core';

export interface FittedOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly cut: boolean;
}

/** Cuts both streams so that together they have at most `maxChars` characters, preferring to cut the longer one. */
export function fitOutput(stdout: string, stderr: string, maxChars: number): FittedOutput {
  if (stdout.length + stderr.length <= maxChars + 2 * NOTE_CHARS) return { stdout, stderr, cut: false };
  const half = Math.floor(maxChars / 2);
  const forStdout = Math.max(half, maxChars - stderr.length);
  const forStderr = Math.max(half, maxChars - stdout.length);
  return { stdout: cutText(stdout, forStdout, ''), stderr: cutText(stderr, forStderr, ''), cut: true };
}

/** Room for the note in a stream that was cut before. */
const NOTE_CHARS = 64;
