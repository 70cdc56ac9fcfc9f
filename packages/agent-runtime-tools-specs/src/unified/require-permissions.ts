import { fail, type Principal, type ToolContext, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { neededPermissions } from '@ku0/agent-runtime-tools-rules';
import { specErrors } from '../errors.ts';

/** The permissions of a caller, as the host knows them. Never from the arguments of a call. */
export type PermissionsOf = (
  principal: Principal | undefined,
  context: ToolContext,
) => readonly string[] | Promise<readonly string[]>;

/**
 * For hosts that look permissions up themselves: `auth` judges by the permissions that its rules grant. Refuses calls of tools whose spec names permissions that the caller does not have: all of them are needed. Tools without
 * permissions are not concerned. If the permissions cannot be looked up, the call fails.
 */
export function requirePermissions(permissionsOf: PermissionsOf): ToolMiddleware {
  return {
    name: 'permissions',
    phase: 'guard',
    appliesTo: (tool) => neededPermissions(tool)?.length !== 0,
    async execute(params, context, next) {
      const held = new Set(await permissionsOf(context.principal, context));
      const needed = neededPermissions(context.tool) ?? ['(not a list of permissions)'];
      const missing = needed.filter((permission) => !held.has(permission));
      if (missing.length === 0) return next(params);
      return fail(
        specErrors.PERMISSION_MISSING({
          message: `The tool ${context.tool.name} needs the permission ${missing.join(' and ')}.`,
          details: { missing },
        }),
      );
    },
  };
}
