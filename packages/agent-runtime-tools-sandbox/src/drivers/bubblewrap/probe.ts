import { randomUUID } from 'node:crypto';
import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import { DEFAULT_LIMITS } from '../../sandbox-limits.ts';
import type { ConfinedPlan, PreparedRun } from '../driver.ts';
import type { PrivateFolder } from './private-folder.ts';

export interface ProbeOptions {
  readonly folder: PrivateFolder;
  readonly processes: Processes;
  readonly prepare: (plan: ConfinedPlan) => PreparedRun;
}

/** Runs a small program in the sandbox that checks from inside whether it is confined. Returns an error if it is not. */
export async function probe({ folder, processes, prepare }: ProbeOptions): Promise<ToolError | undefined> {
  const secret = randomUUID();
  const path = folder.write('secret', secret);
  const prepared = prepare({ ...PROBE_PLAN, argv: ['sh', '-c', PROBE_SCRIPT, 'probe', path] });
  const { file, args, env, hideDescriptors } = prepared;
  const ran = await processes.run(file, { args, env, hideDescriptors, inheritEnv: [], cwd: '/', timeoutMs: 10_000 });
  const { exitCode } = await prepared.settle();
  if (exitCode === undefined) return diagnose(ran.stderr.trim() || (ran.error?.message ?? 'it did not start'));
  const holes = EXPECTED.filter((line) => !ran.stdout.includes(`${line}\n`));
  if (ran.stdout.includes(secret)) holes.push('files outside are hidden');
  return holes.length === 0 ? undefined : notConfined(holes, ran.stderr);
}

const PROBE_PLAN: Omit<ConfinedPlan, 'argv'> = {
  cwd: '/',
  env: {},
  profile: { writable: false, network: false },
  limits: { ...DEFAULT_LIMITS, timeoutSeconds: 10 },
  spareMemoryMb: 0,
  view: { roots: [], mounts: [] },
  writable: [],
  readable: [],
  files: {},
  descriptorsHidden: true,
};

const PROBE_SCRIPT = `
cat "$1" 2>/dev/null
{ echo >/written; } 2>/dev/null || echo "the system is read-only"
while read -r name value; do case $name in CapEff: | NoNewPrivs: | Seccomp:) echo "$name $value" ;; esac; done </proc/self/status
while read -r name rest; do case $name in *:) echo "interface $name" ;; esac; done </proc/net/dev | grep -cv lo: | { read -r n; echo "other interfaces $n"; }
[ "$$" -lt 10 ] && echo "processes are its own"
`;

const EXPECTED: readonly string[] = [
  'the system is read-only',
  'CapEff: 0000000000000000',
  'NoNewPrivs: 1',
  'Seccomp: 2',
  'other interfaces 0',
  'processes are its own',
];

function notConfined(holes: readonly string[], stderr: string): ToolError {
  return coreErrors.ENGINE_NOT_AVAILABLE({
    message: `bubblewrap is installed but does not confine programs (missing: ${holes.join('; ')}), so nothing was run.`,
    suggestion: 'Tell the person that the sandbox does not work on this system, or choose another tool.',
    details: { reason: 'not-confined', holes: [...holes], ...(stderr !== '' && { said: stderr.slice(0, 300) }) },
  });
}

/** Explains a message of bubblewrap: what it means and how to fix it. */
function diagnose(said: string): ToolError {
  const { reason, meaning, fix } = CAUSES.find(({ pattern }) => pattern.test(said)) ?? UNKNOWN_CAUSE;
  return coreErrors.ENGINE_NOT_AVAILABLE({
    message: `bubblewrap cannot confine programs here: ${meaning} (${said.slice(0, 300)})`,
    suggestion: `Tell the person: ${fix}`,
    details: { reason },
  });
}

interface Cause {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly meaning: string;
  readonly fix: string;
}

const CAUSES: readonly Cause[] = [
  {
    pattern: /uid map|new namespace|CLONE_NEW|No permissions|max_user_namespaces|unshare/i,
    reason: 'user-namespaces',
    meaning: 'the system does not allow user namespaces.',
    fix: 'allow them with "sysctl -w user.max_user_namespaces=28633" and "sysctl -w kernel.unprivileged_userns_clone=1"; on Ubuntu 24.04 and later also "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" or a profile for bwrap; in a container, start it with a security profile that allows them.',
  },
  {
    pattern: /unknown option/i,
    reason: 'too-old',
    meaning: 'this version of bubblewrap is too old.',
    fix: 'install bubblewrap 0.8 or later.',
  },
  {
    pattern: /mount proc|\/proc/i,
    reason: 'proc',
    meaning: 'a new /proc cannot be mounted, as in containers that hide parts of theirs.',
    fix: 'run outside of the container, or start it with its /proc unmasked (docker: --security-opt systempaths=unconfined).',
  },
];

const UNKNOWN_CAUSE: Omit<Cause, 'pattern'> = {
  reason: 'setup-failed',
  meaning: 'it could not set up the namespaces and mounts.',
  fix: 'try "bwrap --unshare-all --ro-bind / / true" and fix the error that it prints.',
};
