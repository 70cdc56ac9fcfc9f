import type { ToolCapabilities, ToolHandler } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { runChecks } from '../../src/contract/contract-check.ts';
import type { ToolContractOptions } from '../../src/contract/contract-options.ts';
import { toolChecks } from '../../src/contract/tool-checks.ts';
import { SHOUT_OPTIONS, shout } from './sample-tools.ts';

/** A tool with one fault and the expected finding. */
export interface ToolFault {
  readonly fault: string;
  readonly tool: ToolHandler;
  /** Default: those of `shout`. */
  readonly options?: ToolContractOptions;
  /** The beginning of the rule. */
  readonly rule: string;
  /** Part of the expected finding. */
  readonly problem: string;
}

export const NOTHING: ToolCapabilities = { ...shout().capabilities };
export const WRITES: ToolCapabilities = { ...NOTHING, writesFiles: true };

/** Registers one test for each fault: the rule must find it. */
export function findsFaults(faults: readonly ToolFault[]): void {
  describe('the tool contract', () => {
    it.each(faults)('the tool contract finds $fault', async ({ tool, options = SHOUT_OPTIONS, rule, problem }) => {
      const findings = await runChecks(toolChecks(tool, options).filter((check) => check.rule.startsWith(rule)));
      expect(findings.map((finding) => finding.problem).join('\n')).toContain(problem);
    });
  });
}
