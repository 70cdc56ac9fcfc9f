/** One rule of a contract and the check for it. */
export interface ContractCheck {
  /** The rest of a sentence that begins with the name of the tool or pack. */
  readonly rule: string;
  /** Returns the violations of the rule. */
  readonly problems: () => readonly string[] | Promise<readonly string[]>;
}

export interface ContractFinding {
  readonly rule: string;
  readonly problem: string;
}

/** Runs the checks one after another. A check that throws becomes a finding for its rule. */
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
