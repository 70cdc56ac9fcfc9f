import type { ProjectConfig } from './project-config.ts';
import type { CheckedConfig } from '../read-config.ts';

/** What a project's configuration says and may not decide, because it is not trusted. */
export function ignoredSettings(project: ProjectConfig): string[] {
  if (project.kind === 'trusted') return [];
  if (project.kind === 'unread')
    return [`${project.file} is not trusted: its code does not run, and none of its settings count.`];
  const { config, why } = project;
  const settings = [...loosening(config)];
  return settings.length === 0
    ? []
    : [`${config.file}: ${why}, so these settings do not count: ${settings.join(', ')}.`];
}

function* loosening({ families, policies, ...others }: CheckedConfig): Generator<string> {
  for (const [name, choice] of Object.entries(families)) if (choice !== false) yield `families.${name}`;
  for (const name of ['hooks', 'mcpServers', 'specs', 'telemetry'] as const) if (others[name] !== undefined) yield name;
  if (policies === undefined) return;
  for (const { name, action } of policies.policies) if (action === 'approve') yield `the policy ${name}`;
  for (const name of ['allow', 'additionalDirectories'] as const)
    if ((policies.permissions[name] ?? []).length > 0) yield `permissions.${name}`;
}
