import { analyzeCommand, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';

/** Why a person has to look at the shell, the variables or the input of a command: rules name only the command itself. */
export function environmentConcerns(
  params: Readonly<Record<string, unknown>>,
  command: CommandAnalysis | undefined,
): readonly string[] {
  if (command === undefined) return NONE;
  const { stdin, input } = params;
  const concerns: string[] = [];
  for (const name of SHELL_PARAMETERS) {
    const shell = params[name];
    if (shell === undefined || shell === null || typeof shell === 'boolean') continue;
    if (typeof shell !== 'string') concerns.push(`${name} cannot be read`);
    else if (!KNOWN_SHELL.test(shell)) concerns.push(`it would run in ${JSON.stringify(shell)}`);
  }
  if (['command', 'cmd', 'script'].filter((name) => params[name] !== undefined).length > 1) {
    concerns.push('it names several commands');
  }
  for (const given of ENVIRONMENT_PARAMETERS) {
    const env = params[given];
    if (env === undefined || env === null) continue;
    if (typeof env !== 'object' || Array.isArray(env)) {
      concerns.push(`${given} cannot be read`);
      continue;
    }
    for (const [name, value] of Object.entries(env)) {
      const why = variableConcern(name, String(value));
      if (why !== undefined) concerns.push(why);
    }
  }
  const hasInput = [stdin, input].some((text) => typeof text === 'string' && text !== '');
  const reader = hasInput ? command.parts.find(({ program }) => READS_CODE.test(program)) : undefined;
  if (reader !== undefined) concerns.push(`${reader.program} would run what it is given as input`);
  return concerns;
}

/** Judges a variable like the assignment `NAME=value` in front of a command. */
function variableConcern(name: string, value: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${JSON.stringify(name)} is not the name of a variable`;
  const { parts, complete } = analyzeCommand(`${name}='${value.replaceAll("'", "'\\''")}' env`);
  const concern = parts.flatMap(({ assignments }) => assignments).find((each) => each.concern !== undefined)?.concern;
  return concern ?? (complete ? undefined : `what ${name} is set to is not understood`);
}

/** The shells whose syntax the analyser knows. */
const KNOWN_SHELL = /^(?:(?:\/usr)?\/bin\/)?(?:ba)?sh$/;
const NONE: readonly string[] = [];
const SHELL_PARAMETERS = ['shell', 'executable', 'interpreter'];
const ENVIRONMENT_PARAMETERS = ['env', 'environment', 'envs', 'env_vars', 'envVars', 'variables'];
const READS_CODE =
  /^(?:(?:ba|da|z|k|a|fi|tc|c)?sh|source|\.|eval|xargs|parallel|python|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|awk|gawk|sed|psql|mysql|sqlite3|bc|ed|ex|vi|vim|at|batch|crontab|make|gdb|ssh|tclsh|osascript|Rscript|irb|pry|busybox|env|sudo|doas|su)$/;
