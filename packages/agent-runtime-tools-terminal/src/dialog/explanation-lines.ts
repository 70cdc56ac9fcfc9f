import type { Explanation } from '@ku0/agent-runtime-tools-approval';
import { printable } from '@ku0/agent-runtime-tools-core';
import type { Paint } from '../terminal/paint.ts';

/** Why a call is approved, asked about or denied: every part of its command with the rule that covers it, or with none. */
export function explanationLines(explained: Explanation, paint: Paint): string[] {
  const { decision, tool, policyName, rule, reasons, risk, paths, commands, suggestedRule } = explained;
  const colour = { approve: paint.green, ask: paint.yellow, deny: paint.red }[decision];
  const by = rule ?? policyName;
  // Every value stays on its own line, so that an argument cannot imitate a line of the explanation.
  return [
    `${colour(decision)} ${paint.bold(printable(tool))}${by === undefined ? '' : ` ${paint.dim(`by ${printable(by)}`)}`}`,
    ...reasons.map((reason) => `  ${printable(reason)}`),
    `  ${paint.dim(`risk: ${risk.level} (${printable(risk.why)})`)}`,
    ...commands.flatMap((part) => partLines(part, paint)),
    ...paths.map(({ path, access, place }) => `  ${paint.dim(access)} ${printable(path)} ${paint.dim(place)}`),
    ...(suggestedRule === undefined || decision !== 'ask'
      ? []
      : [`  ${paint.dim('a rule that would allow it:')} ${paint.cyan(printable(suggestedRule))}`]),
  ];
}

function partLines({ text, via, action, rule, concerns }: Explanation['commands'][number], paint: Paint): string[] {
  const through = via.length === 0 ? '' : ` ${paint.dim(`through ${printable(via.join(', '))}`)}`;
  const verdict =
    action === 'approve'
      ? paint.green(rule === undefined ? 'needs no rule' : `allowed by ${printable(rule)}`)
      : action === undefined
        ? paint.yellow('not covered')
        : paint.red(`${action === 'deny' ? 'denied' : 'asked about'} by ${printable(rule ?? 'a rule')}`);
  return [
    `  ${paint.dim('runs')} ${printable(text)}${through} ${verdict}`,
    ...concerns.map((concern) => `       ${paint.dim(printable(concern))}`),
  ];
}
