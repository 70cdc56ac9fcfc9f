import { inspectLanguageTool } from '../../inspect/development/scripts.ts';
import { runAnyOperands, runLaterOperands } from '../../inspect/shell/run-operands.ts';
import { inspectDownloader } from '../../inspect/system/network.ts';
import {
  code,
  each,
  exactRuleOnly,
  flag,
  reads,
  permissive,
  otherRules,
  namedHazard,
  runs,
  runsNamedCommand,
  text,
  writes,
} from '../entries.ts';
import { hazard, type OptionUse, type Options, type Program, type ProgramTable } from '../../program.ts';

const shellScript: OptionUse = { takes: 'value', role: 'shell', hazard: hazard('executes', 'runs a command') };
const beginsCommand: OptionUse = { takes: 'value', role: 'command', endsOptions: true };

/** A wrapper whose options are not in the table: any of the first words may begin the command. */
const wrapper: Program = {
  wrapper: 'opaque',
  allowUnknownOptions: true,
  optionStyle: 'leading',
  operands: 'text',
  inspect: runAnyOperands,
  hazard: hazard('executes', 'runs another command', 'exact'),
  suggest: 'never',
};
/** The first operand is a version, as in `nvm exec 22 npm test`. */
const runsAfterVersion: Program = { ...runsNamedCommand, inspect: runLaterOperands };
const tool = (subcommands: Readonly<Record<string, Program>>, options: Options = {}): Program => ({
  ...permissive,
  options,
  subcommands,
});

/** Tools that start other programs: version managers, project tools and rarely used wrappers. */
export const launchers: ProgramTable = () => ({
  'aa-exec choom cpulimit grc multitime openvt pexec setlock torify trickle eatmydata faketime dbus-launch': wrapper,
  'systemd-inhibit systemd-cat i386 uname26 x86_64 sudo-rs please s6-setuidgid s6-envdir envdir setuidgid': wrapper,
  'envuidgid sshpass env-cmd chronic ifne pee zrun mispipe logsave start-stop-daemon daemonize ksu': wrapper,
  'with-contenv runsv gdbserver heaptrack uftrace rr': wrapper,
  'qemu-x86_64 qemu-i386 qemu-aarch64 qemu-arm wine wine64 mono box64': wrapper,
  'ld.so ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux.so.2 ld-musl-x86_64.so.1': wrapper,
  'wsl kitty alacritty konsole xterm urxvt rxvt foot gnome-terminal xfce4-terminal wezterm ttyrec asciinema': wrapper,
  'autoexpect dtruss watchexec cargo-watch reflex summon envchain flatpak-spawn distrobox limactl': wrapper,
  'run-parts run-mailcap see gtester ansible-test perlbug xdotool update-alternatives xdg-user-dir': exactRuleOnly(
    'executes',
    'runs other programs',
  ),
  pidstat: { ...permissive, options: { '-e': beginsCommand }, wrapper: 'opaque' },
  'sg newgrp': { ...permissive, options: { '-c': shellScript }, hazard: hazard('privilege', 'runs commands', 'exact') },
  ldd: { options: each('-v -u -d -r --verbose --version --help', flag), operands: 'script', suggest: 'never' },

  'pyenv rbenv nodenv jenv goenv plenv fnm opam foreman honcho dotenvx heroku volta conda mamba micromamba pixi': tool(
    { 'exec run': runsNamedCommand, shell: exactRuleOnly('executes', 'opens a shell') },
    each('--eval --command', runs('runs a command')),
  ),
  'doppler op infisical teller railway devbox devenv dagger toolbox proto aws-vault chamber': tool({
    'run exec shell': exactRuleOnly('executes', 'runs a command'),
  }),
  'lxc multipass apptainer singularity runc crun ctr adb flatpak': tool({
    'exec run shell enter': exactRuleOnly('executes', 'runs a command in a container or on a device'),
  }),
  rails: tool({
    'runner r console c dbconsole db': exactRuleOnly('executes', 'runs code, or opens a shell'),
  }),
  'django-admin flask': tool({
    'shell shell_plus dbshell runscript': exactRuleOnly('executes', 'runs code, or opens a shell'),
  }),
  'uvicorn gunicorn hypercorn daphne papermill': { ...permissive, operands: { first: ['script'], rest: 'maybe-path' } },
  streamlit: tool({
    run: { ...permissive, optionStyle: 'leading', operands: { first: ['script'], rest: 'maybe-path' } },
  }),
  celery: { ...permissive, options: each('-A --app --config -C', runs('loads code')) },
  'air modd ghcid lint-staged act': { ...permissive, options: each('-c --config -f --file -P --platform', otherRules) },
  'rustup nvm': tool({ 'run exec': runsAfterVersion }),
  uvx: { ...runsNamedCommand, options: each('--from --with -p --python --with-editable', text) },
  'stack cabal dune lein': tool(
    {
      exec: runsNamedCommand,
      'runghc runhaskell ghci repl utop script eval': exactRuleOnly('executes', 'runs code, or opens a shell'),
    },
    each('--docker-run-args --stack-yaml --project-file', otherRules),
  ),
  mix: tool({
    'run eval': { ...permissive, options: each('-e --eval -r --require', code), operands: { first: ['script'] } },
    'cmd do': exactRuleOnly('executes', 'runs commands'),
  }),
  gem: tool({
    'push yank signin owner': namedHazard('executes', 'changes what is published'),
    exec: runsNamedCommand,
    'open environment cert': exactRuleOnly('executes', 'runs a program of its arguments or settings'),
  }),
  'dart flutter zig crystal nim': {
    ...tool({
      'run eval r': { ...permissive, optionStyle: 'leading', operands: { first: ['script'], rest: 'maybe-path' } },
    }),
    options: each('--exec --eval', code),
    inspect: inspectLanguageTool,
  },
  'nix-shell': { ...permissive, options: { ...each('--run --command', shellScript), ...each('-E --expr', code) } },
  'nix guix': tool(
    {
      'run shell develop environment repl container bundle': {
        ...permissive,
        options: { '-c --command': beginsCommand },
        hazard: hazard('executes', 'runs a program in an environment of its own', 'exact'),
      },
    },
    each('-E --expr --eval', code),
  ),
  meson: tool({ devenv: runsNamedCommand }),
  nx: tool({ exec: runsNamedCommand }),
  'just task': {
    ...permissive,
    options: {
      ...each('-f --justfile -d --working-directory -t --taskfile --dir --shell --shell-arg', otherRules),
      ...each('-c --command', beginsCommand),
    },
    subcommands: { 'execute exec': exactRuleOnly('executes', 'runs a command') },
  },
  'invoke scons': {
    ...permissive,
    options: each('-c --collection -r --search-root -f --file -C --sconstruct', otherRules),
  },
  fab: exactRuleOnly('executes', 'runs commands on other machines'),
  vagrant: tool({ 'ssh ssh-config winrm provision': exactRuleOnly('executes', 'runs commands on another machine') }),
  'pm2 forever supervisorctl': tool({
    'start restart reload deploy': namedHazard('executes', 'starts programs that keep running'),
  }),
  'puppet knife cdist chef-client salt salt-call': exactRuleOnly(
    'executes',
    'runs commands, perhaps on other machines',
  ),
  'aria2c yt-dlp youtube-dl': {
    ...permissive,
    options: {
      ...each('--exec --exec-before-download --netrc-cmd --downloader --external-downloader', runs('runs a program')),
      ...each('--postprocessor-args --ppa --use-postprocessor --plugin-dirs --config-location', runs('runs a program')),
      ...each('--config-locations --conf-path', otherRules),
      ...each('-d --dir -o --out --output -P --paths -l --log --save-session --save-cookies', writes),
      ...each('-i --input-file -a --batch-file', reads),
    },
    operands: 'url',
    inspect: inspectDownloader,
  },
  restic: { ...permissive, options: each('--password-command -o --option', runs('runs a program')) },
  openvpn: exactRuleOnly('executes', 'runs the programs of its settings'),
});
