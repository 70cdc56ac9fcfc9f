import type { Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `npm init name` runs the package `create-name`. */
export function inspectInit(call: Call, found: Findings): void {
  const [initializer] = call.operands;
  if (initializer !== undefined) found.addHazard(hazard('executes', 'runs a package'), initializer.index);
}

/** `npm version patch` changes package.json and commits; without an operand it only prints. */
export function inspectVersion(call: Call, found: Findings): void {
  const [step] = call.operands;
  if (step !== undefined) found.addHazard(hazard('writes', 'changes the version and the repository'), step.index);
}

/** `yarn workspace x exec command`. */
export function inspectYarnWorkspace(call: Call, found: Findings): void {
  const other = call.operands.find(({ text: word }) => /^(?:exec|dlx|node|npm|run-script|create)$/.test(word));
  if (other !== undefined) found.addHazard(hazard('executes', 'runs a program', 'exact'), other.index);
}

/** `pnpm --config.script-shell=x` overrides any setting. */
export function inspectPackageManager(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (word.value === '--') return;
    if (word.value.startsWith('--config.')) {
      found.addHazard(hazard('executes', 'changes settings, which can name programs to run'), index);
    }
  }
}
