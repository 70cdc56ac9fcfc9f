import { readFile, stat } from 'node:fs/promises';
import {
  verifyAuditDatabase,
  verifyAuditFolder,
  verifyAuditPostgres,
  type AuditReport,
} from '@ku0/agent-runtime-tools-audit';
import type { CommandInput } from '../command-line/command.ts';
import { readErrorReason } from '../command-line/read-error-reason.ts';
import { needsOperand, unknownSubcommand, UsageError } from '../command-line/usage-error.ts';
import { withoutPassword } from '../command-line/without-password.ts';
import { FAILED, OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';
import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';

/** `toolbox audit`: finds out whether an audit trail was changed. */
export async function audit({ operands, options, terminal: { out } }: CommandInput): Promise<ExitCode> {
  const [subcommand = '', path] = operands;
  if (subcommand !== 'verify') throw unknownSubcommand('audit', subcommand, ['verify']);
  if (path === undefined) throw needsOperand('audit verify', 'a trail', 'trail');
  const report = await verify(path, options);
  if (options['json'] === true) out.line(jsonText(report, { indent: out.isTerminal ? 2 : 0 }));
  else for (const line of reportLines(report, paintFor(out))) out.line(line);
  return report.ok ? OK : FAILED;
}

async function verify(path: string, options: CommandInput['options']): Promise<AuditReport> {
  const { 'key-file': keyFile, expect } = options;
  const key = typeof keyFile === 'string' ? await readKey(keyFile) : undefined;
  const given = {
    ...(key !== undefined && { key }),
    ...(typeof expect === 'string' && { expect: expect.split(',') }),
  };
  try {
    if (/^postgres(?:ql)?:\/\//.test(path)) {
      const { table } = options;
      return await verifyAuditPostgres({ url: path, ...(typeof table === 'string' && { table }) }, given);
    }
    const isFolder = (await stat(path)).isDirectory();
    return await (isFolder ? verifyAuditFolder(path, given) : verifyAuditDatabase(path, given));
  } catch (error) {
    const next = [
      'PATH is the folder or the database file of a trail, or postgres://... of one; --table names its table.',
    ];
    if (error instanceof TypeError) throw new UsageError(error.message, { next });
    throw new UsageError(`${withoutPassword(path)} cannot be read: ${readErrorReason(error)}`, { next });
  }
}

/** Without the line feed that editors add at the end. */
async function readKey(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new UsageError(`The key file ${file} cannot be read: ${readErrorReason(error)}`, {
      next: ['It has the key that the trail was written with, and nothing else.'],
    });
  }
}

function reportLines({ ok, records, heads, problems, notices }: AuditReport, paint: Paint): string[] {
  const verdict = ok ? `${paint.green('✓')} the trail is intact` : `${paint.red('✗')} the trail was changed`;
  return [
    `${verdict} ${paint.dim(`${records} records`)}`,
    ...problems.map(({ kind, where, message }) => `  ${paint.red(kind)} ${paint.plain(`${where}: ${message}`)}`),
    ...notices.map((notice) => `  ${paint.yellow('!')} ${paint.plain(notice)}`),
    ...heads.map((head) => paint.dim(`  head ${head}`)),
  ];
}
