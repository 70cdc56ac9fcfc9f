import { parseArguments, printable } from '@ku0/agent-runtime-tools-core';
import { cutToWidth } from '@ku0/agent-runtime-tools-terminal';

/** The arguments of a call on one line: short texts as they are, long ones as a number of lines. */
export function argumentSummary(given: unknown): string {
  const params = typeof given === 'string' ? parsed(given) : given;
  if (typeof params !== 'object' || params === null) return '';
  return Object.entries(params)
    .slice(0, 5)
    .map(([name, value]) => `${name}: ${valueSummary(value)}`)
    .join(', ');
}

/** Arguments as a model sends them: JSON, if nothing is wrong with it. */
function parsed(text: string): unknown {
  const result = parseArguments(text);
  return result.ok ? result.value : undefined;
}

function valueSummary(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  if (typeof value === 'object' && value !== null) return '{…}';
  const text = String(value);
  const lines = text.split('\n').length;
  return lines > 1 ? `${lines} lines` : cutToWidth(printable(text), 60);
}
