import { does, each, flag, flagged, informs, reads, runs, text, writes, type ProgramTable } from './vocabulary.ts';

/** Programs that watch processes, connections and logs. */
export const monitors: ProgramTable = () => ({
  ps: { lenient: true, operands: 'text' },
  'free vmstat iostat mpstat': {
    options: {
      ...each('-s --seconds -c --count -S --unit -p --partition -o -j', { takes: 'glued', role: 'text' }),
      ...each(
        '-a -b -d -D -f -g -h -i -k -l -m -n -t -v -w -x -y -z -V -N -u -P -A --bytes --kilo --mega --giga',
        flag,
      ),
      ...each('--kibi --mebi --gibi --tebi --human --si --lohi --total --wide --active --forks --slabs --stats', flag),
      ...each('--disk --disk-sum --timestamp --one-header --no-first --committed --line', flag),
      ...informs,
    },
    operands: 'text',
  },
  pgrep: {
    options: {
      ...each('-F --pidfile', reads),
      ...each(
        '-d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u --euid',
        text,
      ),
      ...each('-U --uid -r --runstates --cgroup --ns --nslist', text),
      ...each(
        '-l -a -v -w -c -f -i -n -o -x -L -A -h -V --list-name --list-full --inverse --lightweight --count',
        flag,
      ),
      ...each('--full --ignore-case --newest --oldest --exact --logpidfile --ignore-ancestors', flag),
      ...informs,
    },
    operands: 'text',
  },
  lsof: {
    options: {
      ...each('-D -k -m', flagged('writes', 'works with other files of the system')),
      ...each('-c -d -i -F -p -g -s -u -x -T -r -S -L -z -Z -e', { takes: 'glued', role: 'text' }),
      ...each('-? -a -b -C -h -l -M -n -N -o -O -P -R -t -U -v -V -w -E -K -H -f -Q -X', flag),
    },
    operands: 'loose',
  },
  'top htop': {
    options: {
      ...each('-d --delay -n --iterations -o --sort-override -p --pid -u -U -w --width -E -e -s --sort-key', text),
      ...each('-b -c -H -i -S -1 -h -V -O -C -t -M --batch-mode --no-color --tree --no-mouse --readonly', flag),
      ...informs,
    },
    operands: 'text',
  },
  netstat: {
    options: {
      ...each('-t -u -l -n -p -a -r -i -s -e -o -c -v -W -N -g -x -w -4 -6 -M -b -d -f -F -C', flag),
      ...each('--tcp --udp --listening --numeric --programs --all --route --interfaces --statistics --wide', flag),
      ...informs,
    },
    operands: 'text',
  },
  ifconfig: {
    options: each('-a -s -v -L -l -m -u -d', flag),
    operands: 'text',
    inspect: (call, found) => {
      const [, change] = call.operands;
      if (change !== undefined) found.hazard(does('privilege', 'changes the network'), change.index);
    },
  },
  ss: {
    options: {
      '-D --diag': writes,
      '-F --filter': reads,
      '-K --kill': flagged('deletes', 'closes connections'),
      ...each('-f --family -A --query --socket -N --net', text),
      ...each('-h -V -n -r -a -l -o -e -m -p -T -i -s -b -E -Z -z -4 -6 -0 -t -M -S -u -d -w -x -H -O -B', flag),
      ...each('--numeric --resolve --all --listening --options --extended --memory --processes --threads --info', flag),
      ...each(
        '--summary --tos --cgroup --bpf --events --context --contexts --ipv4 --ipv6 --packet --tcp --mptcp',
        flag,
      ),
      ...each('--sctp --udp --dccp --raw --unix --tipc --vsock --xdp --no-header --oneline --inet-sockopt', flag),
      ...informs,
    },
    operands: 'text',
  },
  ip: {
    subcommands: {
      netns: {
        lenient: true,
        operands: 'loose',
        hazard: does('executes', 'can run commands', 'exact'),
        suggest: 'never',
      },
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
    inspect: (call, found) => {
      for (const { text: word, index } of call.operands.slice(1)) {
        if (/^(?:a(?:d|dd)?|d(?:e|el.*)?|set|ch.*|rep.*|app.*|fl.*|exec|attach|detach|restore)$/.test(word)) {
          found.hazard(does('privilege', 'changes the network'), index);
        }
      }
    },
  },
  'pkill killall': { lenient: true, operands: 'text', suggest: 'never' },
  journalctl: {
    options: {
      ...each('--vacuum-size --vacuum-time --vacuum-files --rotate --flush', flagged('deletes', 'deletes logs')),
      ...each(
        '--cursor-file --update-catalog --setup-keys --relinquish-var --smart-relinquish-var --sync',
        flagged('writes', 'changes files of the journal'),
      ),
      ...each(
        '-M --machine --verify-key -c --cursor --after-cursor --user-unit --identifier --facility -F --field',
        text,
      ),
      ...each('--namespace --output-fields --interval', text),
      ...each('--boot --case-sensitive', { takes: 'glued', role: 'text' }),
      ...each(
        [
          '-k -r -x -l -a -f -q -e -m -h -N --system --user --merge --dmesg --reverse --show-cursor --utc --catalog --full',
          '--no-hostname --no-full --all --follow --no-tail --quiet --no-pager --pager-end --fields --list-boots',
          '--disk-usage --verify --header --list-catalog --dump-catalog --force',
        ],
        flag,
      ),
      ...informs,
      ...each('-D --directory --file --root --image', reads),
      ...each('-u --unit -n --lines -S --since -U --until -p --priority -o --output -t -g --grep', text),
      '-b': { takes: 'glued', role: 'text' },
    },
    operands: 'text',
  },
  dmesg: {
    options: {
      ...each('-C --clear -c --read-clear', flagged('deletes', 'deletes logs')),
      ...each('-D --console-off -E --console-on', flagged('privilege', 'changes the console')),
      '-n --console-level': { takes: 'value', hazard: does('privilege', 'changes the console') },
      '-F --file': reads,
      ...each('-f --facility -l --level -s --buffer-size --time-format --since --until', text),
      '-L --color': { takes: 'glued', role: 'text' },
      ...each(
        '-H -J -k -P -p -r -S -u -w -W -x -d -e -T -t -h -V --human --json --kernel --nopager --force-prefix',
        flag,
      ),
      ...each(
        '--raw --noescape --syslog --userspace --follow --follow-new --decode --show-delta --reltime --ctime',
        flag,
      ),
      '--notime': flag,
      ...informs,
    },
    operands: 'text',
  },
});
