/** One rule of a contract, ready to be checked. */
export interface ContractCheck {
  /** Ends the sentence that begins with the tool's or the pack's name. */
  readonly rule: string;
  /** What is against the rule; empty when nothing is. */
  readonly problems: () => readonly string[] | Promise<readonly string[]>;
}

export interface ContractFinding {
  readonly rule: string;
  readonly problem: string;
}

/** Runs the checks one after another. A check that breaks is a finding of its rule. */
export async function runChecks(checks: readonly ContractCheck[]): Promise<ContractFinding[]> {
  const findings: ContractFinding[] = [];
  for (const check of checks) {
    for (const problem of await problemsOf(check)) findings.push({ rule: check.rule, problem });
  }
  return findings;
}

async function problemsOf(check: ContractCheck): Promise<readonly string[]> {
  try {
    return await check.problems();
  } catch (error) {
    return [`could not be checked: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
