import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudgets } from './check-budgets.ts';
import { readOptions } from './options.ts';
import { renderReport, renderTables } from './report.ts';
import { runBenchmarks } from './run-benchmarks.ts';

const options = readOptions(process.argv.slice(2), join(import.meta.dirname, '..', 'results.md'));
const results = await runBenchmarks(options);
const budgets = checkBudgets(results);
if (options.output !== undefined) writeFileSync(options.output, renderReport(results));
process.stdout.write(
  options.json ? `${JSON.stringify({ ...results, budgets }, undefined, 2)}\n` : `${renderTables(results)}\n`,
);
if (budgets.some(({ verdict }) => verdict === 'FAIL')) process.exitCode = 1;
