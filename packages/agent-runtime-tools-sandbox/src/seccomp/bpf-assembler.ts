/** One instruction of the kernel's classic packet filter. */
export interface BpfInstruction {
  readonly code: number;
  readonly k: number;
  /** The labels to go on at when a comparison holds, and when it does not; without one, the next instruction. */
  readonly yes?: string;
  readonly no?: string;
}

/** Instructions, and labels in front of those that comparisons lead to. */
export type BpfProgram = readonly (BpfInstruction | string)[];

export const loadWord = (offset: number): BpfInstruction => ({ code: 0x20, k: offset });
export const ifEqual = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x15, k, ...to });
export const ifAtLeast = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x35, k, ...to });
export const ifAnyBit = (k: number, to: BpfBranch): BpfInstruction => ({ code: 0x45, k, ...to });
export const giveBack = (verdict: number): BpfInstruction => ({ code: 0x06, k: verdict });

export type BpfBranch = Pick<BpfInstruction, 'yes' | 'no'>;

/** The bytes that the kernel takes: eight per instruction, in the byte order of both machines we know. */
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
  if (skipped >= 0 && skipped <= MOST_SKIPPED) return skipped;
  throw new RangeError(`A comparison of a filter cannot skip ${skipped} instructions.`);
}

const MOST_SKIPPED = 255;
