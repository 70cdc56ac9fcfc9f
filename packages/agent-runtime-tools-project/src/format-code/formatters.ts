import type { ProjectType } from '../detect/project.ts';
import type { ProgramPlace } from '../run/find-program.ts';

/** How a formatter is started. File names follow the arguments. */
export interface Formatter {
  readonly name: string;
  readonly type: ProjectType;
  readonly program: string;
  readonly place: ProgramPlace;
  readonly files: RegExp;
  readonly args: readonly string[];
  /** It is used for its files even if the project does not name it, because the language has no other. */
  readonly isUsual?: true;
}

const WEB = /\.(?:[cm]?[jt]sx?|jsonc?|json5|css|scss|less|html?|vue|graphql|gql)$/i;

/** In the order of preference. */
export const FORMATTERS: readonly Formatter[] = [
  {
    name: 'prettier',
    type: 'node',
    program: 'prettier',
    place: 'node',
    files: /\.(?:[cm]?[jt]sx?|jsonc?|json5|css|scss|less|html?|vue|graphql|gql|mdx?|ya?ml)$/i,
    args: ['--write', '--log-level=warn', '--no-color', '--'],
  },
  {
    name: 'biome',
    type: 'node',
    program: 'biome',
    place: 'node',
    files: WEB,
    args: ['format', '--write', '--no-errors-on-unmatched', '--colors=off', '--'],
  },
  {
    name: 'ruff',
    type: 'python',
    program: 'ruff',
    place: 'python',
    files: /\.pyi?$/i,
    args: ['format', '--quiet', '--'],
  },
  { name: 'black', type: 'python', program: 'black', place: 'python', files: /\.pyi?$/i, args: ['--quiet', '--'] },
  { name: 'gofmt', type: 'go', program: 'gofmt', place: 'machine', files: /\.go$/i, args: ['-w'], isUsual: true },
  {
    name: 'rustfmt',
    type: 'rust',
    program: 'rustfmt',
    place: 'machine',
    files: /\.rs$/i,
    args: ['--color=never'],
    isUsual: true,
  },
];
