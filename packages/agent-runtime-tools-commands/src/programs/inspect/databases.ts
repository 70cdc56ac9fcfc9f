import { hasOption, type Call } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';
import { RUNS_INPUT, hazard } from '../program.ts';

/** Database shells run programs and write files from within what looks like a query. */
export function inspectSqlShell(call: Call, found: Findings): void {
  const values = call.options.flatMap((option) => option.value ?? []);
  // To some of them, the words after the database are queries.
  const given = QUERIES_AS_WORDS.test(call.name) ? call.operands.slice(1) : [];
  for (const query of [...call.operands.slice(1), ...values]) {
    if (query.kind === 'unknown') found.addUnknownArgument(query.index, 'a query is not known beforehand');
    else if (SHELL_COMMAND.test(query.text) || REACHES_FILES.test(query.text)) {
      found.addHazard(hazard('executes', 'a query that can run programs or reach files'), query.index);
    }
  }
  if (given.length === 0 && !hasOption(call, ...INFORMS, ...(ENOUGH[call.name] ?? '').split(' '))) {
    found.addHazard(RUNS_INPUT, call.args.length);
  }
}

const QUERIES_AS_WORDS = /^(?:sqlite3?|duckdb)$/;
/** With one of these it does not read its input. */
const ENOUGH: Readonly<Record<string, string>> = {
  psql: '-c --command -l --list -V',
  mysql: '-e --execute -V',
  mariadb: '-e --execute -V',
  duckdb: '-c -s',
};
const INFORMS = '--version --help -version -help'.split(' ');
const SHELL_COMMAND = /^\s*\.|\n\s*\.|\\|(?:^|;)\s*(?:system|source)\b/i;
const REACHES_FILES =
  /\b(?:attach|load_\w+|(?:read|write|out|dump)file|edit|fts3_tokenizer|copy|program|load\s+data|vacuum\s+into|pg_(?:read_|ls_|stat_file|file_)\w*|lo_(?:im|ex)port)\b/i;
