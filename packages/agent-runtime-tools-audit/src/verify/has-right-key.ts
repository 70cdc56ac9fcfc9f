import type { AuditKey } from '../record/audit-key.ts';
import type { ParsedRecord } from '../record/chain.ts';
import type { ReportBuilder } from './audit-report.ts';

/**
 * Whether a key was given exactly if the first record says that the chain has one. Otherwise somebody could replace a
 * chain that has a key by one that has none.
 */
export function hasRightKey(
  first: ParsedRecord | undefined,
  key: AuditKey | undefined,
  where: string,
  report: ReportBuilder,
): boolean {
  const isKeyed = first?.content['keyed'];
  if (isKeyed === (key !== undefined) || typeof isKeyed !== 'boolean') return true;
  report.problem('key', where, isKeyed ? 'the trail has a key, which is needed to verify it' : 'the trail has no key');
  return false;
}
