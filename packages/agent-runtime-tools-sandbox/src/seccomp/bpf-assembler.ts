/** One instruction of classic BPF, the language of seccomp filters. */
export interface BpfInstruction {
  readonly code: number;
  readonly k: number;
  /** The labels to jump to if the comparison is true or false. Default: the next instruction. */
  readonly yes?: string;
  readonly no?: string;
}

/** Instructions, with labels (strings) before the targets of jumps. */
export type BpfProgram = readonly (BpfInstruction | string)[];

export const loadWord = (offset: number): BpfInstruction => ({ code: 0x20, k: offset });
export const ifEqual = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x15, k, ...to });
export const ifAtLeast = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x35, k, ...to });
export const ifAnyBit = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x45, k, ...to });
export const returnVerdict = (verdict: number): BpfInstruction => ({ code: 0x06, k: verdict });

export type BpfBranch = Pick<BpfInstruction, 'yes' | 'no'>;

/** Encodes a program for the kernel: eight bytes per instruction, little-endian as on x64 and arm64. */
export function assemble(program: BpfProgram): Uint8Array {
  const instructions: BpfInstruction[] = [];
  const places = new Map<string, number>();
  for (const line of program) {
    if (typeof line === 'string') places.set(line, instructions.length);
    else instructions.push(line);
  }
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, { code, k, yes, no }] of instructions.entries()) {
    const skipped = (label: string | undefined): number =>
      label === undefined ? 0 : (places.get(label) ?? Number.NaN) - index - 1;
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(checked(skipped(yes)), index * 8 + 2);
    bytes.writeUInt8(checked(skipped(no)), index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}

function checked(skipped: number): number {
  if (skipped >= 0 && skipped <= MAX_JUMP) return skipped;
  throw new RangeError(`A comparison of a filter cannot skip ${skipped} instructions.`);
}

const MAX_JUMP = 255;
