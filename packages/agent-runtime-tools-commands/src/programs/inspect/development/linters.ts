import { type Call, optionValues } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { hazard } from '../../program.ts';

/** `pytest -p name` loads a plugin. */
export function inspectPytest(call: Call, found: Findings): void {
  for (const { text: name, index } of optionValues(call, '-p')) {
    // `no:name` leaves a plugin out.
    if (!name.startsWith('no:')) found.addHazard(hazard('executes', 'loads a module'), index);
  }
}

export function inspectEslint(call: Call, found: Findings): void {
  checkLoadedModules(call, found);
  inspectConfigOption(call, found);
}

/** A configuration file can load code. Files with a usual name would be found without the option. */
export function inspectConfigOption(call: Call, found: Findings): void {
  for (const { text: file, index } of optionValues(call, '-c', '--config', '--config-file')) {
    if (!USUAL_CONFIG_FILES.test(file))
      found.addHazard(hazard('executes', 'takes settings, which can load code, from a file'), index);
  }
}

const USUAL_CONFIG_FILES =
  /(?:^|\/)(?:(?:eslint|prettier|stylelint)\.config\.[cm]?[jt]s|\.(?:eslintrc|prettierrc|stylelintrc|rubocop)[\w.]*|\.?(?:mypy|ruff)\.(?:ini|toml)|pyproject\.toml|setup\.cfg|tox\.ini|\.flake8|package\.json)$/;

/** A formatter, parser or plugin is a package when given by name, and a file when given by path. */
function checkLoadedModules(call: Call, found: Findings): void {
  for (const value of optionValues(call, '-f', '--format', '--parser', '--plugin')) {
    if (/[/.~]/.test(value.text)) found.addHazard(hazard('executes', 'loads code from a file'), value.index);
  }
}
