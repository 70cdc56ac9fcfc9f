import { optional } from '../../read/read-value.ts';
import { findTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project } from '../project.ts';

/** Projects with a `Gemfile` or a gemspec. Both are Ruby programs, so only literal lines are read; nothing is executed. */
export const rubyEcosystem: Ecosystem = {
  type: 'ruby',
  manifests: /^(?:Gemfile|gems\.rb|[\w.-]+\.gemspec)$/,
  async read(folder, files): Promise<Project | undefined> {
    const gemspec = [...folder.files].find((name) => name.endsWith('.gemspec'));
    const gemfile = ['Gemfile', 'gems.rb'].find((name) => folder.files.has(name));
    const manifest = gemfile ?? gemspec;
    if (manifest === undefined) return undefined;
    const spec = gemspec === undefined ? '' : ((await files.text(folder, gemspec)) ?? '');
    const gems = gemfile === undefined ? '' : ((await files.text(folder, gemfile)) ?? '');
    const dependencies = [...gemfileDependencies(gems), ...gemspecDependencies(spec)];
    const tools = findTools('ruby', { folder, dependencies });
    const version =
      /^\s*ruby\s+["']([^"'\n]{1,50})["']/m.exec(gems)?.[1] ?? (await files.text(folder, '.ruby-version'))?.trim();
    const field = (key: string): string | undefined =>
      new RegExp(`\\.${key}\\s*=\\s*["']([^"'\\n]{1,500})["']`).exec(spec)?.[1];
    const isRails = tools.frameworks.includes('Rails');
    const test = tools.testRunners.includes('rspec')
      ? 'bundle exec rspec'
      : isRails
        ? 'bin/rails test'
        : folder.files.has('Rakefile')
          ? 'bundle exec rake test'
          : undefined;
    return {
      ...tools,
      type: 'ruby',
      folder,
      manifest,
      ...optional('name', field('name')),
      ...optional('version', field('version')),
      ...optional('description', field('summary') ?? field('description')),
      ...optional('license', field('license')),
      ...optional('runtime', version === undefined || version === '' ? undefined : `ruby ${version.slice(0, 50)}`),
      languages: ['ruby'],
      packageManager: 'bundler',
      commands: {
        install: 'bundle install',
        ...optional('test', test),
        ...(tools.linters.includes('rubocop') && { lint: 'bundle exec rubocop', format: 'bundle exec rubocop -A' }),
        ...(isRails && { start: 'bin/rails server' }),
      },
      dependencies,
      entryPoints: ['config.ru', 'app.rb', 'main.rb'].filter((name) => folder.files.has(name)),
    };
  },
};

/** `gem "rails", "~> 7.1"`, with `dev` for those in a group of development or test. */
function gemfileDependencies(text: string): Dependency[] {
  const found: Dependency[] = [];
  let isDevGroup = false;
  for (const line of text.split('\n')) {
    const group = /^\s*group\s+(.*)\bdo\b/.exec(line)?.[1];
    if (group !== undefined) isDevGroup = /:(?:development|test)/.test(group);
    else if (/^\s*end\b/.test(line)) isDevGroup = false;
    const gem = /^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?(.*)/.exec(line);
    if (gem?.[1] === undefined) continue;
    const dev = isDevGroup || /group:?\s*(?:=>)?\s*\[?\s*:(?:development|test)/.test(gem[3] ?? '');
    found.push({ name: gem[1], dev, ...optional('version', gem[2]) });
  }
  return found;
}

function gemspecDependencies(text: string): Dependency[] {
  const lines = text.matchAll(
    /\.add_(development_|runtime_)?dependency\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"'\n]+)["'])?/g,
  );
  return [...lines].map(([, kind, name = '', version]) => ({
    name,
    dev: kind === 'development_',
    ...optional('version', version),
  }));
}
