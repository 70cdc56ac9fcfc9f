import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import {
  does,
  each,
  flag,
  flagged,
  informs,
  loose,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Options,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const otherDaemon: OptionUse = { takes: 'value', hazard: does('network', 'talks to another daemon') };
const reading: Program = { lenient: true, operands: 'text', suggest: 'subcommand' };
const changes = (why: string): Program => ({
  lenient: true,
  operands: 'loose',
  hazard: does('writes', why),
  suggest: 'never',
});
const exact = (kind: 'executes' | 'privilege' | 'deletes', why: string): Program => ({
  lenient: true,
  operands: 'loose',
  hazard: does(kind, why, 'exact'),
  suggest: 'never',
});

const dockerRun: Options = {
  ...each('-v --volume --mount --volumes-from --device --tmpfs', {
    takes: 'value',
    role: 'loose',
    hazard: does('privilege', 'gives the container a place of this machine'),
  }),
  ...each('--privileged', flagged('privilege', 'gives the container this machine')),
  ...each(['--cap-add --security-opt --pid --ipc --uts --userns --network --net --runtime --cgroup-parent', '--gpus'], {
    takes: 'value',
    hazard: does('privilege', 'weakens the walls of the container'),
  }),
  ...each('--env-file --cidfile', reads),
  ...each(
    [
      '-e --env -w --workdir -u --user --name -p --publish --entrypoint -h --hostname --label -l',
      '--restart --platform --pull -m --memory --cpus',
    ],
    text,
  ),
  ...each(
    '-d -i -t -q --rm --init -P --detach --interactive --tty --quiet --read-only --no-healthcheck --publish-all',
    flag,
  ),
  ...each('--sig-proxy --oom-kill-disable --disable-content-trust', { takes: 'glued', role: 'text' }),
  ...each(
    [
      '-a --attach --cpu-shares --cpuset-cpus --dns --dns-search --dns-option --expose --health-cmd --health-interval',
      '--health-retries --health-timeout --health-start-period --ip --ip6 --link --log-driver --log-opt --mac-address',
      '--memory-swap --memory-reservation --memory-swappiness --network-alias --shm-size --stop-signal --stop-timeout',
      '--ulimit --domainname --annotation --cap-drop --pids-limit --kernel-memory --detach-keys --isolation',
    ],
    text,
  ),
};

const compose: Program = {
  lenient: true,
  subcommands: {
    'exec run': {
      lenient: true,
      style: 'leading',
      options: dockerRun,
      operands: 'text',
      inspect: (call, found) => runsElsewhere(call, found, 'runs a command in a container'),
    },
  },
  options: {
    ...each('-f --file --env-file --project-directory', reads),
    ...each('-p --project-name --profile', text),
  },
  operands: 'loose',
  suggest: 'never',
};

/** Containers, services and the machine itself. */
export const system: ProgramTable = () => ({
  'docker podman nerdctl': {
    exactOptions: true,
    options: {
      ...each('-H --host --context', otherDaemon),
      '-c': otherDaemon,
      ...each('--config --tlscacert --tlscert --tlskey', {
        takes: 'value',
        role: 'read',
        hazard: does('unknown', 'takes its settings from elsewhere'),
      }),
      ...each('-D --debug --tls --tlsverify', flag),
      ...each('--filter -f --format -n --last', text),
    },
    optionsAnywhere: true,
    subcommands: {
      'ps images logs inspect version info stats top port diff history search events': reading,
      run: { style: 'leading', options: { ...dockerRun, '-c': text }, operands: 'text', suggest: 'never' },
      exec: {
        style: 'leading',
        options: dockerRun,
        operands: 'text',
        inspect: (call, found) => runsElsewhere(call, found, 'runs a command in a container'),
        suggest: 'never',
      },
      'create start': { style: 'leading', options: dockerRun, operands: 'text', suggest: 'never' },
      'build buildx': {
        lenient: true,
        options: {
          ...each('-f --file', reads),
          ...each('--secret --ssh --build-context --cache-from', loose),
          ...each('-o --output --iidfile --metadata-file --cache-to', writes),
          ...each('-t --tag --build-arg --target --platform', text),
        },
        operands: 'loose',
        suggest: 'never',
      },
      compose,
      cp: { lenient: true, operands: { rest: 'read', last: 'edit' }, suggest: 'never' },
      container: {
        lenient: true,
        subcommands: { 'ls list ps logs inspect stats top port diff': reading },
        otherSubcommand: does('deletes', 'starts, stops or deletes things'),
        options: dockerRun,
        operands: 'text',
        suggest: 'never',
      },
      'rm rmi prune kill stop system volume network image': {
        lenient: true,
        operands: 'text',
        hazard: does('deletes', 'stops or deletes things'),
        suggest: 'never',
      },
      'save export': { lenient: true, options: { '-o --output': writes }, operands: 'text' },
      'load import': { lenient: true, options: { '-i --input': reads }, operands: 'loose' },
      'plugin context login logout push swarm': changes('changes the daemon or what is published'),
    },
    lenient: true,
    operands: 'loose',
    suggest: 'never',
  },
  'docker-compose podman-compose': compose,
  'kubectl oc': {
    exactOptions: true,
    options: {
      ...each('--kubeconfig --cache-dir --certificate-authority --client-certificate --client-key', {
        takes: 'value',
        role: 'read',
        hazard: does('unknown', 'takes its settings from elsewhere'),
      }),
      ...each('-s --server --context --cluster --token --as', otherDaemon),
      ...each('-n --namespace -l --selector -c --container --field-selector --since --tail', text),
      '-o --output': loose,
    },
    optionsAnywhere: true,
    subcommands: {
      'get describe logs top version explain api-resources cluster-info': {
        ...reading,
        options: { ...each('-f --filename -k --kustomize', reads) },
      },
      'delete drain cordon replace': {
        lenient: true,
        operands: 'text',
        hazard: does('deletes', 'deletes things'),
        suggest: 'never',
      },
      'exec rsh': {
        lenient: true,
        style: 'leading',
        options: each('-c --container -n --namespace', text),
        operands: 'text',
        inspect: (call, found) => runsElsewhere(call, found, 'runs a command in a container'),
        suggest: 'never',
      },
      'run cp attach debug proxy port-forward plugin': {
        lenient: true,
        operands: 'loose',
        hazard: does('executes', 'runs commands elsewhere'),
        suggest: 'never',
      },
      config: changes('changes settings'),
    },
    lenient: true,
    operands: 'loose',
    suggest: 'never',
  },
  dpkg: {
    options: {
      ...each('-l -L -s -S -p --list --listfiles --status --search --print-avail', flag),
      ...each(
        [
          '-i --install --unpack -r --remove -P --purge --configure --root --admindir --instdir',
          '--pre-invoke --post-invoke',
        ],
        flagged('privilege', 'changes what is installed'),
      ),
    },
    operands: 'loose',
    suggest: 'never',
  },
  ansible: exact('executes', 'runs commands on other machines'),
  'systemctl service': {
    subcommands: { 'status show list-units list-unit-files is-active is-enabled cat': reading },
    otherSubcommand: does('privilege', 'changes services'),
    options: {
      ...each('-H --host -M --machine --root --image', { takes: 'value', hazard: does('network', 'works elsewhere') }),
      ...each('-t --type -p --property -n --lines -o --output --state', text),
      ...each('-a -l -q --user --system --all --full --no-pager --no-legend --quiet --plain --failed --value', flag),
      ...informs,
    },
    optionsAnywhere: true,
    operands: 'text',
    suggest: 'never',
  },
  'shutdown reboot halt poweroff init telinit': exact('privilege', 'stops the machine'),
  'mkfs mke2fs mkswap fdisk sfdisk parted wipefs blkdiscard cryptsetup': exact('deletes', 'works on disks'),
  'lvremove vgremove pvremove mount umount losetup swapon swapoff': exact('deletes', 'works on disks'),
  'crontab launchctl': exact('executes', 'sets what runs later'),
  'useradd userdel usermod passwd chsh visudo groupadd groupdel': exact('privilege', 'changes users'),
  'iptables nft ufw sysctl modprobe insmod rmmod': exact('privilege', 'changes the system'),
  'apt apt-get yum dnf pacman apk opkg brew snap zypper': {
    lenient: true,
    options: {
      ...each('-o --option -c --config-file', runs('changes settings, which can name programs to run')),
      '--root --prefix': reads,
    },
    optionsAnywhere: true,
    subcommands: { 'list show search info policy': reading },
    operands: 'loose',
    suggest: 'never',
  },
  'tcpdump tshark wireshark nmap': {
    lenient: true,
    options: { ...each('-z -X --script', runs('runs a program')), ...each('-w -oN -oX -oG -oA', writes), '-r': reads },
    operands: 'text',
    suggest: 'never',
  },
  'tmux screen zellij': exact('executes', 'runs commands in another terminal'),
  'xdg-open open start': {
    lenient: true,
    operands: 'url',
    hazard: does('executes', 'opens it in another program'),
    suggest: 'never',
  },
  'gpg gpg2 ssh-keygen ssh-add pass': {
    lenient: true,
    options: {
      ...each('-o --output -f', writes),
      ...each('-D -w --photo-viewer --exec-path --agent-program', runs('runs a program or loads code')),
    },
    operands: 'loose',
    hazard: does('privilege', 'works with keys'),
    suggest: 'never',
  },
});

/** What runs there is not looked into, so the rule has to name the place. */
function runsElsewhere(call: Call, found: Findings, why: string): void {
  found.hazard(does('executes', why), call.operands[0]?.index ?? call.args.length);
}
