import { cutText } from '@ku0/agent-runtime-tools-core';

export interface FittedOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly cut: boolean;
}

/** Both streams within a number of characters: the shorter one whole as far as possible. Each may have been cut before. */
export function fitOutput(stdout: string, stderr: string, maxChars: number): FittedOutput {
  if (stdout.length + stderr.length <= maxChars + 2 * NOTE_CHARS) return { stdout, stderr, cut: false };
  const half = Math.floor(maxChars / 2);
  const forStdout = Math.max(half, maxChars - stderr.length);
  const forStderr = Math.max(half, maxChars - stdout.length);
  return { stdout: cutText(stdout, forStdout, ''), stderr: cutText(stderr, forStderr, ''), cut: true };
}

/** More than the note takes that says what was cut. */
const NOTE_CHARS = 64;
