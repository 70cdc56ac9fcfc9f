import { inspectIfconfig, inspectIp } from '../../inspect/system/system.ts';
import { attached, each, exactRuleOnly, flag, hazardFlag, helpOptions, reads, runs, text, writes } from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/** Programs that display processes, connections and logs. */
export const monitors: ProgramTable = () => ({
  ps: { allowUnknownOptions: true, operands: 'text' },
  'free vmstat iostat mpstat': {
    options: {
      ...each('-s --seconds -c --count -S --unit -p --partition -o -j', attached),
      ...each(
        [
          '-a -b -d -D -f -g -h -i -k -l -m -n -t -v -w -x -y -z -V -N -u -P -A --bytes --kilo --mega --giga --kibi',
          '--mebi --gibi --tebi --human --si --lohi --total --wide --active --forks --slabs --stats --disk',
          '--disk-sum --timestamp --one-header --no-first --committed --line',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'text',
  },
  pgrep: {
    options: {
      ...each('-F --pidfile', reads),
      ...each(
        [
          '-d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid -U',
          '--uid -r --runstates --cgroup --ns --nslist',
        ],
        text,
      ),
      ...each(
        [
          '-l -a -v -w -c -f -i -n -o -x -L -A -h -V --list-name --list-full --inverse --lightweight --count --full',
          '--ignore-case --newest --oldest --exact --logpidfile --ignore-ancestors',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'text',
  },
  lsof: {
    options: {
      ...each('-D -k -m', hazardFlag('writes', 'writes cache files')),
      ...each('-c -d -i -F -p -g -s -u -x -T -r -S -L -z -Z -e', attached),
      ...each('-? -a -b -C -h -l -M -n -N -o -O -P -R -t -U -v -V -w -E -K -H -f -Q -X', flag),
    },
    operands: 'maybe-path',
  },
  'top htop': {
    options: {
      ...each('-d --delay -n --iterations -o --sort-override -p --pid -u -U -w --width -E -e -s --sort-key', text),
      ...each('-b -c -H -i -S -1 -h -V -O -C -t -M --batch-mode --no-color --tree --no-mouse --readonly', flag),
      ...helpOptions,
    },
    operands: 'text',
  },
  netstat: {
    options: {
      ...each(
        [
          '-t -u -l -n -p -a -r -i -s -e -o -c -v -W -N -g -x -w -4 -6 -M -b -d -f -F -C --tcp --udp --listening',
          '--numeric --programs --all --route --interfaces --statistics --wide',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'text',
  },
  ifconfig: {
    options: each('-a -s -v -L -l -m -u -d', flag),
    operands: 'text',
    inspect: inspectIfconfig,
  },
  ss: {
    options: {
      '-D --diag': writes,
      '-F --filter': reads,
      '-K --kill': hazardFlag('deletes', 'closes connections'),
      ...each('-f --family -A --query --socket -N --net', text),
      ...each(
        [
          '-h -V -n -r -a -l -o -e -m -p -T -i -s -b -E -Z -z -4 -6 -0 -t -M -S -u -d -w -x -H -O -B --numeric',
          '--resolve --all --listening --options --extended --memory --processes --threads --info --summary --tos',
          '--cgroup --bpf --events --context --contexts --ipv4 --ipv6 --packet --tcp --mptcp --sctp --udp --dccp',
          '--raw --unix --tipc --vsock --xdp --no-header --oneline --inet-sockopt',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'text',
  },
  ip: {
    subcommands: {
      netns: exactRuleOnly('executes', 'can run commands'),
    },
    options: {
      '-b -batch': runs('runs the commands of a file'),
      ...each('-f -family -n -netns', text),
      ...each(
        '-4 -6 -B -M -0 -s -d -r -o -j -p -c -t -a -V -h -br -brief -json -details -stats -color -iec -oneline',
        flag,
      ),
    },
    operands: 'text',
    inspect: inspectIp,
  },
  'pkill killall': { allowUnknownOptions: true, operands: 'text', suggest: 'never' },
  journalctl: {
    options: {
      ...each('--vacuum-size --vacuum-time --vacuum-files --rotate --flush', hazardFlag('deletes', 'deletes logs')),
      ...each(
        '--cursor-file --update-catalog --setup-keys --relinquish-var --smart-relinquish-var --sync',
        hazardFlag('writes', 'changes files of the journal'),
      ),
      ...each(
        [
          '-M --machine --verify-key -c --cursor --after-cursor --user-unit --identifier --facility -F --field',
          '--namespace --output-fields --interval',
        ],
        text,
      ),
      ...each('--boot --case-sensitive', attached),
      ...each(
        [
          '-k -r -x -l -a -f -q -e -m -h -N --system --user --merge --dmesg --reverse --show-cursor --utc --catalog --full',
          '--no-hostname --no-full --all --follow --no-tail --quiet --no-pager --pager-end --fields --list-boots',
          '--disk-usage --verify --header --list-catalog --dump-catalog --force',
        ],
        flag,
      ),
      ...helpOptions,
      ...each('-D --directory --file --root --image', reads),
      ...each('-u --unit -n --lines -S --since -U --until -p --priority -o --output -t -g --grep', text),
      '-b': attached,
    },
    operands: 'text',
  },
  dmesg: {
    options: {
      ...each('-C --clear -c --read-clear', hazardFlag('deletes', 'deletes logs')),
      ...each('-D --console-off -E --console-on', hazardFlag('privilege', 'changes the console')),
      '-n --console-level': { takes: 'value', hazard: hazard('privilege', 'changes the console') },
      '-F --file': reads,
      ...each('-f --facility -l --level -s --buffer-size --time-format --since --until', text),
      '-L --color': attached,
      ...each(
        [
          '-H -J -k -P -p -r -S -u -w -W -x -d -e -T -t -h -V --human --json --kernel --nopager --force-prefix',
          '--raw --noescape --syslog --userspace --follow --follow-new --decode --show-delta --reltime --ctime',
        ],
        flag,
      ),
      '--notime': flag,
      ...helpOptions,
    },
    operands: 'text',
  },
});
