import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand } from '../command-line/usage-error.ts';
import type { ExitCode } from '../exit-code.ts';
import { checkPack } from '../pack/check-pack.ts';
import { diffPacks } from '../pack/diff-packs.ts';
import { newPack } from '../pack/new-pack.ts';

/** `toolbox pack`: creates a pack, judges one, or compares two versions of one. */
export function pack(input: CommandInput): Promise<ExitCode> {
  const [subcommand = ''] = input.operands;
  if (subcommand === 'new') return newPack(input);
  if (subcommand === 'check') return checkPack(input);
  if (subcommand === 'diff') return diffPacks(input);
  throw unknownSubcommand('pack', subcommand, ['new', 'check', 'diff']);
}
