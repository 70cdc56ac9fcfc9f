import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../../command-line/command.ts';
import { examine } from '../../doctor/examine.ts';
import type { Finding } from '../../doctor/finding.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';

/** `toolbox doctor`: what tools can use here. It fails only if something is installed and does not work. */
export async function doctor({ options, terminal: { out } }: CommandInput): Promise<ExitCode> {
  const findings = await examine();
  if (options['json'] === true) out.line(jsonText(findings, { indent: out.isTerminal ? 2 : 0 }));
  else for (const finding of findings) for (const line of findingLines(finding, paintFor(out))) out.line(line);
  return findings.some(({ state }) => state === 'broken') ? FAILED : OK;
}

function findingLines({ name, state, version, path, enables, problem, install }: Finding, paint: Paint): string[] {
  const head = [paint.bold(name), version, path === undefined ? 'not found' : paint.dim(path)]
    .filter(Boolean)
    .join(' ');
  return [
    `${MARKS[state](paint)} ${head}`,
    `    ${paint.plain(`enables ${enables}`)}`,
    ...(problem === undefined ? [] : [`    ${paint.red(problem)}`]),
    ...(install === undefined ? [] : [`    ${paint.cyan(`→ ${install}`)}`]),
  ];
}

const MARKS: Readonly<Record<Finding['state'], (paint: Paint) => string>> = {
  works: (paint) => paint.green('✓'),
  missing: (paint) => paint.dim('-'),
  broken: (paint) => paint.red('✗'),
};
