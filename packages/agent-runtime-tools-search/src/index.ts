export { searchPack } from './search-pack.ts';
export { searchErrors } from './errors.ts';

export type { SearchOptions } from './choose-engines.ts';
export type { GlobParameters, GlobValue } from './glob/glob-schema.ts';
export type { GrepMatch, GrepParameters, GrepValue } from './grep/grep-schema.ts';
