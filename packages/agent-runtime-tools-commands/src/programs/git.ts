import { changingSubcommands } from './git-changing.ts';
import { connectingSubcommands } from './git-connecting.ts';
import { readingSubcommands } from './git-reading.ts';
import { does, each, flag, flagged, ignorable, runs, type ProgramTable } from './vocabulary.ts';

/** git: what its subcommands and their options do beyond the repository's own history. */
export const git: ProgramTable = () => ({
  git: {
    options: {
      '-c --config-env': runs('changes settings, which can name programs to run'),
      '--exec-path': { takes: 'glued', hazard: does('executes', 'takes its own programs from another folder') },
      ...each('--git-dir --work-tree --namespace --super-prefix --attr-source', {
        takes: 'value',
        role: 'read',
        hazard: does('executes', 'works on another repository, whose settings can run programs'),
      }),
      '-C': { takes: 'value', role: 'read', hazard: does('unknown', 'works in another folder') },
      '-p --paginate': flagged('executes', 'starts a pager'),
      ...each('-P --no-pager --no-optional-locks --no-replace-objects', ignorable),
      ...each('--literal-pathspecs --icase-pathspecs --glob-pathspecs', ignorable),
      ...each('--bare --version -v --help -h --html-path --man-path --info-path', flag),
      ...each('--noglob-pathspecs --no-lazy-fetch --no-advice', ignorable),
    },
    subcommands: { ...readingSubcommands(), ...changingSubcommands(), ...connectingSubcommands() },
    otherSubcommand: does('executes', 'not a subcommand known here: an alias or another program'),
    operands: 'text',
    suggest: 'never',
  },
});
