import { describe, expect, it } from 'vitest';
import type { ContractCheck } from './contract-check.ts';

/** One test per check, each a sentence about the subject. */
export function registerChecks(subject: string, checks: readonly ContractCheck[]): void {
  describe(`the contract of ${subject}`, () => {
    for (const { rule, problems } of checks) {
      it(`${subject} ${rule}`, async () => expect(await problems()).toEqual([]), TEST_TIMEOUT_MS);
    }
  });
}

/** More than any check takes: each call in it has a limit of its own. */
const TEST_TIMEOUT_MS = 120_000;
