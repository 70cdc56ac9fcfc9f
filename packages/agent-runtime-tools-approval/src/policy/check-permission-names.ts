import { nearestNames, printable } from '@ku0/agent-runtime-tools-core';
import type { PermissionRules } from './approval-policy.ts';

/** Throws for a misspelt name such as `denny`, whose rules would be lost. Names unlike ours are settings of other programs. */
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
