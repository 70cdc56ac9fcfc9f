export { webPack } from './web-pack.ts';
export { webErrors } from './errors.ts';
export { brave } from './web-search/providers/brave.ts';
export { searxng } from './web-search/providers/searxng.ts';
export { tavily } from './web-search/providers/tavily.ts';

export type { SearchProvider, SearchQuery, SearchResult } from './web-search/search-provider.ts';
export type { WebPackOptions } from './web-options.ts';
