/** One instruction of the kernel's classic packet filter. */
export interface BpfInstruction {
  readonly code: number;
  /** How many instructions to skip when a comparison holds, and when it does not. */
  readonly jt?: number;
  readonly jf?: number;
  readonly k: number;
}

export const loadWord = (offset: number): BpfInstruction => ({ code: 0x20, k: offset });
export const andWith = (mask: number): BpfInstruction => ({ code: 0x54, k: mask });
export const ifEqual = (k: number, jt: number, jf: number): BpfInstruction => ({ code: 0x15, jt, jf, k });
export const ifAtLeast = (k: number, jt: number, jf: number): BpfInstruction => ({ code: 0x35, jt, jf, k });
export const giveBack = (verdict: number): BpfInstruction => ({ code: 0x06, k: verdict });

/** The bytes that the kernel takes: eight per instruction, in the byte order of both machines we know. */
export function assemble(program: readonly BpfInstruction[]): Uint8Array {
  if (program.length > MOST_INSTRUCTIONS)
    throw new RangeError(`A filter has at most ${MOST_INSTRUCTIONS} instructions.`);
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, jt = 0, jf = 0, k }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jt, index * 8 + 2);
    bytes.writeUInt8(jf, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}

const MOST_INSTRUCTIONS = 4096;
