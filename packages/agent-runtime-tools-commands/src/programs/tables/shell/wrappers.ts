import { each, flag, attached, reads, runs, text, writes } from '../entries.ts';
import { hazard, type Options, type OptionUse, type Program, type ProgramTable } from '../../program.ts';
import {
  inspectParallel,
  inspectCommandBuiltin,
  runLaterOperands,
  runOperands,
  runOrRead,
  runShellOperands,
} from '../../inspect/shell/run-operands.ts';
import { inspectEnv } from '../../inspect/shell/env.ts';
import { inspectXargs } from '../../inspect/shell/xargs.ts';

const script: OptionUse = { takes: 'value', role: 'shell' };
const privilege = hazard('privilege', 'runs a command with other privileges', 'exact');

function transparent(options: Options, first: readonly ('text' | 'command')[]): Program {
  return {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options,
    operands: { first, rest: 'text' },
    suggest: 'never',
  };
}

/**
 * A wrapper that needs an exact rule. Only its options with values are in the table; after any other option, each of
 * the next words is tried as the beginning of the command.
 */
function opaque(values: string | readonly string[], more: Partial<Program> = {}): Program {
  return {
    wrapper: 'opaque',
    allowUnknownOptions: true,
    optionStyle: 'leading',
    options: values === '' ? {} : each(values, text),
    operands: 'text',
    inspect: runOperands,
    suggest: 'never',
    ...more,
  };
}

/** Programs that run the command given in their arguments. */
export const wrappers: ProgramTable = () => ({
  timeout: transparent(
    {
      ...each('-k --kill-after -s --signal', text),
      ...each('-f --foreground -p --preserve-status -v --verbose --help --version', flag),
    },
    ['text', 'command'],
  ),
  time: transparent(
    {
      '-o --output': writes,
      '-f --format': text,
      ...each('-p --portability -a --append -v --verbose -q --quiet', flag),
    },
    ['command'],
  ),
  nice: transparent({ '-n --adjustment': text, ...each('--help --version', flag) }, ['command']),
  ionice: transparent(
    { ...each('-c --class -n --classdata', text), ...each('-t --ignore -h --help -V --version', flag) },
    ['command'],
  ),
  nohup: transparent(each('--help --version', flag), ['command']),
  stdbuf: transparent({ ...each('-i --input -o --output -e --error', text), ...each('--help --version', flag) }, [
    'command',
  ]),
  noglob: transparent({}, ['command']),
  builtin: transparent({}, ['command']),
  command: {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options: { '-p': flag, '-v -V': flag },
    operands: 'text',
    inspect: inspectCommandBuiltin,
    suggest: 'never',
  },
  env: {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options: {
      '-S --split-string': { ...script, hazard: hazard('executes', 'splits a text into a command', 'exact') },
      '-C --chdir': { takes: 'value', role: 'read', hazard: hazard('unknown', 'runs the command in another folder') },
      '-u --unset': { takes: 'value', role: 'text', hazard: hazard('unknown', 'changes the environment') },
      '-i --ignore-environment': { takes: 'nothing', hazard: hazard('unknown', 'changes the environment') },
      ...each('-0 --null -v --debug --help --version --list-signal-handling', flag),
      ...each('--block-signal --default-signal --ignore-signal', attached),
    },
    operands: 'text',
    inspect: inspectEnv,
    suggest: 'never',
  },
  xargs: {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options: {
      '-a --arg-file': reads,
      '--process-slot-var': { takes: 'value', role: 'variable' },
      ...each('-d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars', text),
      ...each('-e --eof -i --replace -l --max-lines', attached),
      ...each(
        [
          '-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit',
          '--show-limits',
          '--help --version',
        ],
        flag,
      ),
    },
    operands: 'text',
    inspect: inspectXargs,
    suggest: 'never',
  },

  exec: { ...opaque('-a'), options: { '-a': text, ...each('-c -l', flag) } },
  'sudo sudoedit': opaque(
    [
      '-u --user -g --group -p --prompt -C --close-from -h --host -r --role -t --type -T --command-timeout',
      '-U --other-user -D --chdir -R --chroot',
    ],
    { hazard: privilege, inspect: inspectEnv },
  ),
  'doas pkexec gosu su-exec setpriv capsh': opaque('', { hazard: privilege }),
  'su runuser': {
    wrapper: 'opaque',
    options: { '-c --command --session-command': script, ...each('-s --shell -g --group -G --supp-group -w', text) },
    operands: 'text',
    hazard: privilege,
    suggest: 'never',
  },
  chroot: opaque('--userspec --groups', {
    hazard: privilege,
    operands: { first: ['read'], rest: 'text' },
    inspect: runLaterOperands,
  }),
  'unshare nsenter': opaque('', { hazard: privilege }),
  'bwrap firejail proot systemd-run runcon cgexec': opaque('', { hazard: privilege }),
  flock: opaque('-w --timeout -E --conflict-exit-code', {
    options: { '-c --command': script, ...each('-w --timeout -E --conflict-exit-code', text) },
    inspect: runLaterOperands,
  }),
  watch: opaque('', {
    options: { ...each('-n --interval -q --equexit', text), ...each('-d --differences', attached) },
    inspect: runShellOperands,
  }),
  'setsid caffeinate unbuffer rlwrap': opaque(''),
  'setarch linux32 linux64 fakeroot': opaque('', { inspect: runOrRead }),
  'tini dumb-init catchsegv dbus-run-session xvfb-run': opaque(''),
  'strace ltrace': opaque('', {
    options: { '-o': runs('writes to a file or a program'), ...each('-e -p -s -P -E -u -a -I -O -S -X -b', text) },
  }),
  'chrt taskset numactl prlimit': opaque(''),
  'perf valgrind hyperfine': opaque(''),
  script: {
    wrapper: 'opaque',
    options: {
      '-c --command': script,
      ...each('-E --echo -m --logging-format -o --output-limit', text),
      ...each('-I -O -B -T --log-io --log-out --log-in --log-timing', writes),
    },
    operands: 'write',
    hazard: hazard('executes', 'runs a command, or a shell that reads its input', 'exact'),
    suggest: 'never',
  },
  'parallel sem': opaque('-j --jobs -a --arg-file -S --sshlogin', {
    inspect: inspectParallel,
  }),
  entr: opaque(''),
  'busybox toybox': opaque(''),
  'cross-env dotenv': opaque('', { inspect: inspectEnv }),
  'ssh-agent proxychains proxychains4 torsocks chpst softlimit': opaque(''),
  'at batch': { hazard: hazard('executes', 'runs commands later', 'exact'), operands: 'text', suggest: 'never' },
});
