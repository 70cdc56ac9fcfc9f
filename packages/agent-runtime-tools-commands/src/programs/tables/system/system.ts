import { inspectContainerCommand } from '../../inspect/system/system.ts';
import {
  attached,
  each,
  exactRuleOnly,
  flag,
  hazardFlag,
  helpOptions,
  maybePath,
  permissive,
  namedHazard,
  reads,
  runs,
  text,
  writes,
} from '../entries.ts';
import { hazard, type OptionUse, type Options, type Program, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

const otherDaemon: OptionUse = { takes: 'value', hazard: hazard('network', 'talks to another daemon') };
const reading: Program = { allowUnknownOptions: true, operands: 'text', suggest: 'subcommand' };

const dockerRun = lazy((): Options => ({
  ...each('-v --volume --mount --volumes-from --device --tmpfs', {
    takes: 'value',
    role: 'maybe-path',
    hazard: hazard('privilege', 'gives the container access to files or devices of this machine'),
  }),
  ...each('--privileged', hazardFlag('privilege', 'gives the container control of this machine')),
  ...each(['--cap-add --security-opt --pid --ipc --uts --userns --network --net --runtime --cgroup-parent', '--gpus'], {
    takes: 'value',
    hazard: hazard('privilege', 'weakens the isolation of the container'),
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
  ...each('--sig-proxy --oom-kill-disable --disable-content-trust', attached),
  ...each(
    [
      '-a --attach --cpu-shares --cpuset-cpus --dns --dns-search --dns-option --expose --health-cmd --health-interval',
      '--health-retries --health-timeout --health-start-period --ip --ip6 --link --log-driver --log-opt --mac-address',
      '--memory-swap --memory-reservation --memory-swappiness --network-alias --shm-size --stop-signal --stop-timeout',
      '--ulimit --domainname --annotation --cap-drop --pids-limit --kernel-memory --detach-keys --isolation',
    ],
    text,
  ),
}));

const compose = lazy((): Program => ({
  allowUnknownOptions: true,
  subcommands: {
    'exec run': {
      allowUnknownOptions: true,
      optionStyle: 'leading',
      options: dockerRun(),
      operands: 'text',
      inspect: inspectContainerCommand,
    },
  },
  options: {
    ...each('-f --file --env-file --project-directory', reads),
    ...each('-p --project-name --profile', text),
  },
  operands: 'maybe-path',
  suggest: 'never',
}));

/** Containers, system services, package managers and administration. */
export const system: ProgramTable = () => ({
  'docker podman nerdctl': {
    noAbbreviations: true,
    options: {
      ...each('-H --host --context', otherDaemon),
      '-c': otherDaemon,
      ...each('--config --tlscacert --tlscert --tlskey', {
        takes: 'value',
        role: 'read',
        hazard: hazard('unknown', 'takes its settings from elsewhere'),
      }),
      ...each('-D --debug --tls --tlsverify', flag),
      ...each('--filter -f --format -n --last', text),
    },
    optionsAnywhere: true,
    subcommands: {
      'ps images logs inspect version info stats top port diff history search events': reading,
      run: { optionStyle: 'leading', options: { ...dockerRun(), '-c': text }, operands: 'text', suggest: 'never' },
      exec: {
        optionStyle: 'leading',
        options: dockerRun(),
        operands: 'text',
        inspect: inspectContainerCommand,
        suggest: 'never',
      },
      'create start': { optionStyle: 'leading', options: dockerRun(), operands: 'text', suggest: 'never' },
      'build buildx': {
        allowUnknownOptions: true,
        options: {
          ...each('-f --file', reads),
          ...each('--secret --ssh --build-context --cache-from', maybePath),
          ...each('-o --output --iidfile --metadata-file --cache-to', writes),
          ...each('-t --tag --build-arg --target --platform', text),
        },
        operands: 'maybe-path',
        suggest: 'never',
      },
      compose: compose(),
      cp: { allowUnknownOptions: true, operands: { rest: 'read', last: 'edit' }, suggest: 'never' },
      container: {
        allowUnknownOptions: true,
        subcommands: { 'ls list ps logs inspect stats top port diff': reading },
        unknownSubcommand: hazard('deletes', 'starts, stops or deletes resources'),
        options: dockerRun(),
        operands: 'text',
        suggest: 'never',
      },
      'rm rmi prune kill stop system volume network image': {
        allowUnknownOptions: true,
        operands: 'text',
        hazard: hazard('deletes', 'stops or deletes resources'),
        suggest: 'never',
      },
      'save export': { allowUnknownOptions: true, options: { '-o --output': writes }, operands: 'text' },
      'load import': { allowUnknownOptions: true, options: { '-i --input': reads }, operands: 'maybe-path' },
      'plugin context login logout push swarm': namedHazard('writes', 'changes the daemon or what is published'),
    },
    ...permissive,
  },
  'docker-compose podman-compose': compose(),
  'kubectl oc': {
    noAbbreviations: true,
    options: {
      ...each('--kubeconfig --cache-dir --certificate-authority --client-certificate --client-key', {
        takes: 'value',
        role: 'read',
        hazard: hazard('unknown', 'takes its settings from elsewhere'),
      }),
      ...each('-s --server --context --cluster --token --as', otherDaemon),
      ...each('-n --namespace -l --selector -c --container --field-selector --since --tail', text),
      '-o --output': maybePath,
    },
    optionsAnywhere: true,
    subcommands: {
      'get describe logs top version explain api-resources cluster-info': {
        ...reading,
        options: { ...each('-f --filename -k --kustomize', reads) },
      },
      'delete drain cordon replace': {
        allowUnknownOptions: true,
        operands: 'text',
        hazard: hazard('deletes', 'deletes resources'),
        suggest: 'never',
      },
      'exec rsh': {
        allowUnknownOptions: true,
        optionStyle: 'leading',
        options: each('-c --container -n --namespace', text),
        operands: 'text',
        inspect: inspectContainerCommand,
        suggest: 'never',
      },
      'run cp attach debug proxy port-forward plugin': namedHazard('executes', 'runs commands elsewhere'),
      config: namedHazard('writes', 'changes settings'),
    },
    ...permissive,
  },
  dpkg: {
    options: {
      ...each('-l -L -s -S -p --list --listfiles --status --search --print-avail', flag),
      ...each(
        [
          '-i --install --unpack -r --remove -P --purge --configure --root --admindir --instdir',
          '--pre-invoke --post-invoke',
        ],
        hazardFlag('privilege', 'changes what is installed'),
      ),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  ansible: exactRuleOnly('executes', 'runs commands on other machines'),
  'systemctl service': {
    subcommands: { 'status show list-units list-unit-files is-active is-enabled cat': reading },
    unknownSubcommand: hazard('privilege', 'changes services'),
    options: {
      ...each('-H --host -M --machine --root --image', {
        takes: 'value',
        hazard: hazard('network', 'works on another machine or image'),
      }),
      ...each('-t --type -p --property -n --lines -o --output --state', text),
      ...each('-a -l -q --user --system --all --full --no-pager --no-legend --quiet --plain --failed --value', flag),
      ...helpOptions,
    },
    optionsAnywhere: true,
    operands: 'text',
    suggest: 'never',
  },
  'shutdown reboot halt poweroff init telinit': exactRuleOnly('privilege', 'stops the machine'),
  'mkfs mke2fs mkswap fdisk sfdisk parted wipefs blkdiscard cryptsetup': exactRuleOnly('deletes', 'works on disks'),
  'lvremove vgremove pvremove mount umount losetup swapon swapoff': exactRuleOnly('deletes', 'works on disks'),
  'crontab launchctl': exactRuleOnly('executes', 'sets what runs later'),
  'useradd userdel usermod passwd chsh visudo groupadd groupdel': exactRuleOnly('privilege', 'changes users'),
  'iptables nft ufw sysctl modprobe insmod rmmod': exactRuleOnly('privilege', 'changes the system'),
  'apt apt-get yum dnf pacman apk opkg brew snap zypper': {
    allowUnknownOptions: true,
    options: {
      ...each('-o --option -c --config-file', runs('changes settings, which can name programs to run')),
      '--root --prefix': reads,
    },
    optionsAnywhere: true,
    subcommands: { 'list show search info policy': reading },
    operands: 'maybe-path',
    suggest: 'never',
  },
  'tcpdump tshark wireshark nmap': {
    allowUnknownOptions: true,
    options: { ...each('-z -X --script', runs('runs a program')), ...each('-w -oN -oX -oG -oA', writes), '-r': reads },
    operands: 'text',
    suggest: 'never',
  },
  'tmux screen zellij': exactRuleOnly('executes', 'runs commands in another terminal'),
  'xdg-open open start': {
    allowUnknownOptions: true,
    operands: 'url',
    hazard: hazard('executes', 'opens it in another program'),
    suggest: 'never',
  },
  'gpg gpg2 ssh-keygen ssh-add pass': {
    allowUnknownOptions: true,
    options: {
      ...each('-o --output -f', writes),
      ...each('-D -w --photo-viewer --exec-path --agent-program', runs('runs a program or loads code')),
    },
    operands: 'maybe-path',
    hazard: hazard('privilege', 'works with keys'),
    suggest: 'never',
  },
});
