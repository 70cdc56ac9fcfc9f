export { searchPack } from './search-pack.ts';
export { bundledRipgrep } from './choose-engines.ts';
export { searchErrors } from './errors.ts';
export { globTool } from './glob/glob.tool.ts';
export { grepTool } from './grep/grep.tool.ts';

export type { SearchOptions } from './choose-engines.ts';
export type { GlobParameters, GlobValue } from './glob/glob-schema.ts';
export type { GrepMatch, GrepParameters, GrepValue } from './grep/grep-schema.ts';
