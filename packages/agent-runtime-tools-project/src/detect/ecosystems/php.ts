import { optional, tableAt, textAt } from '../../read/read-value.ts';
import { findTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Projects with a `composer.json`. */
export const phpEcosystem: Ecosystem = {
  type: 'php',
  manifests: /^composer\.json$/,
  async read(folder, files): Promise<Project | undefined> {
    const manifest = await files.json(folder, 'composer.json');
    if (manifest === undefined) return undefined;
    const dependencies = [...listed(manifest, 'require', false), ...listed(manifest, 'require-dev', true)];
    const tools = findTools('php', { folder, dependencies });
    const scripts = tableAt(manifest, 'scripts');
    const script = (name: string): string | undefined =>
      Object.hasOwn(scripts, name) ? `composer ${name}` : undefined;
    const isLaravel = tools.frameworks.includes('Laravel');
    const runner = tools.testRunners.includes('pest') ? 'pest' : tools.testRunners[0];
    const php = textAt(manifest, 'require', 'php');
    return {
      ...tools,
      type: 'php',
      folder,
      manifest: 'composer.json',
      ...optional('name', textAt(manifest, 'name')),
      ...optional('version', textAt(manifest, 'version')),
      ...optional('description', textAt(manifest, 'description')),
      ...optional('license', textAt(manifest, 'license')),
      ...optional('runtime', php === undefined ? undefined : `php ${php}`),
      languages: ['php'],
      packageManager: 'composer',
      commands: {
        install: 'composer install',
        ...optional('test', script('test') ?? (isLaravel ? 'php artisan test' : runner && `vendor/bin/${runner}`)),
        ...optional('lint', script('lint') ?? (tools.linters[0] && `vendor/bin/${tools.linters[0]}`)),
        ...optional('format', script('format') ?? (tools.formatters[0] && `vendor/bin/${tools.formatters[0]}`)),
        ...(isLaravel && { start: 'php artisan serve' }),
      },
      dependencies: dependencies.filter(({ name }) => name !== 'php' && !name.startsWith('ext-')),
      entryPoints: ['public/index.php', 'index.php'].filter((path) => files.hasFile(folder, path)),
    };
  },
};

function listed(manifest: unknown, key: string, dev: boolean): Dependency[] {
  return Object.entries(tableAt(manifest, key)).map(([name, version]) => ({
    name,
    dev,
    ...optional('version', typeof version === 'string' ? version : undefined),
  }));
}
