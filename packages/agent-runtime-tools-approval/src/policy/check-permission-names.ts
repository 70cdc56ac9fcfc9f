import { nearestNames, printable } from '@ku0/agent-runtime-tools-core';
import type { PermissionRules } from './approval-policy.ts';

/** A misspelt `deny` would be no rule at all. Names that resemble none of ours are other programs' settings. */
export function checkPermissionNames(permissions: PermissionRules = {}): void {
  for (const name of Object.keys(permissions)) {
    const [near] = LISTS.includes(name) ? [] : nearestNames(name, LISTS, 1);
    if (near !== undefined)
      throw new TypeError(
        `permissions has the unknown entry ${JSON.stringify(printable(name))}; did you mean ${near}?`,
      );
  }
}

const LISTS: readonly string[] = ['allow', 'ask', 'deny', 'additionalDirectories', 'settingsFolder'];
