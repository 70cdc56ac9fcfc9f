import { writeSubcommands } from './write-subcommands.ts';
import { networkSubcommands } from './network-subcommands.ts';
import { readSubcommands } from './read-subcommands.ts';
import { each, flag, hazardFlag, ignorable, runs } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/** git, with its global options and all subcommands. */
export const git: ProgramTable = () => ({
  git: {
    options: {
      '-c --config-env': runs('changes settings, which can name programs to run'),
      '--exec-path': { takes: 'attached', hazard: hazard('executes', 'takes its own programs from another folder') },
      ...each('--git-dir --work-tree --namespace --super-prefix --attr-source', {
        takes: 'value',
        role: 'read',
        hazard: hazard('executes', 'works on another repository, whose settings can run programs'),
      }),
      '-C': { takes: 'value', role: 'read', hazard: hazard('unknown', 'works in another folder') },
      '-p --paginate': hazardFlag('executes', 'starts a pager'),
      ...each(
        [
          '-P --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --icase-pathspecs',
          '--glob-pathspecs',
        ],
        ignorable,
      ),
      ...each('--bare --version -v --help -h --html-path --man-path --info-path', flag),
      ...each('--noglob-pathspecs --no-lazy-fetch --no-advice', ignorable),
    },
    subcommands: { ...readSubcommands(), ...writeSubcommands(), ...networkSubcommands() },
    unknownSubcommand: hazard('executes', 'is not a known subcommand: an alias or another program'),
    operands: 'text',
    suggest: 'never',
  },
});
