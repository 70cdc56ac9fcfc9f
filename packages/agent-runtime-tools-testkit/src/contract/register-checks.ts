import { describe, expect, it } from 'vitest';
import type { ContractCheck } from './contract-check.ts';

/** Registers one test for each check. Its name is a sentence about the subject. */
export function registerChecks(subject: string, checks: readonly ContractCheck[]): void {
  describe(`the contract of ${subject}`, () => {
    for (const { rule, problems } of checks) {
      it(`${subject} ${rule}`, async () => expect(await problems()).toEqual([]), TEST_TIMEOUT_MS);
    }
  });
}

/** Longer than any check takes, because each call in it has its own timeout. */
const TEST_TIMEOUT_MS = 120_000;
