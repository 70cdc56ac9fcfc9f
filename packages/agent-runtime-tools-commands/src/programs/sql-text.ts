import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { does } from './vocabulary.ts';

/** Database shells run programs and write files from within what looks like a query. */
export function checkSql(call: Call, found: Findings): void {
  const queries = [...call.operands.slice(1), ...call.options.flatMap((option) => option.value ?? [])];
  for (const query of queries) {
    if (query.kind === 'unknown') found.unknownArgument(query.index, 'a query is not known beforehand');
    else if (SHELL_COMMAND.test(query.text) || REACHES_FILES.test(query.text)) {
      found.hazard(does('executes', 'a query that can run programs or reach files'), query.index);
    }
  }
  if (call.operands.length < 2 && queries.length === 0) {
    found.hazard(does('executes', 'runs whatever it reads from its input', 'whole'), call.args.length);
  }
}

const SHELL_COMMAND = /^\s*\.|\n\s*\.|\\|(?:^|;)\s*(?:system|source)\b/i;
const REACHES_FILES =
  /\b(?:attach|load_\w+|(?:read|write|out|dump)file|edit|fts3_tokenizer|copy|program|load\s+data|vacuum\s+into)\b/i;
