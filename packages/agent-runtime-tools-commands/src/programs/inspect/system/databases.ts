import { hasOption, optionValues, type Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { RUNS_INPUT, hazard } from '../../program.ts';

/** Queries of database shells can run programs and write files. */
export function inspectSqlShell(call: Call, found: Findings): void {
  const values = call.options.flatMap((option) => option.value ?? []);
  // Some shells take the words after the database as queries.
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
/** Options with which the shell does not read its input. */
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

/** Some Redis commands change the server or run code; without a command, commands come from the input. */
export function inspectRedis(call: Call, found: Findings): void {
  for (const { text: word, index } of call.operands) {
    if (REDIS_ADMIN_COMMANDS.test(word))
      found.addHazard(hazard('executes', `${word} changes the server, or runs code`), index);
  }
  if (call.operands.length === 0) {
    found.addHazard(RUNS_INPUT, call.args.length);
  }
}

/** DuckDB queries can also name files as tables. */
export function inspectDuckdb(call: Call, found: Findings): void {
  inspectSqlShell(call, found);
  for (const query of [...call.operands.slice(1), ...optionValues(call, '-c', '-s')]) {
    if (DUCKDB_FILE_ACCESS.test(query.text))
      found.addHazard(hazard('executes', 'a query that can reach files'), query.index);
  }
}

const REDIS_ADMIN_COMMANDS =
  /^(?:config|module|debug|eval\w*|script|function|fcall\w*|slaveof|replicaof|shutdown|flush\w+|save|bgsave|migrate|acl)$/i;

const DUCKDB_FILE_ACCESS = /\b(?:read_\w+|glob|install|load|export|import|pragma|set)\b|\b(?:from|join)\s*\(?\s*['"]/i;
