export { webPack } from './web-pack.ts';
export { webErrors } from './errors.ts';
export { webFetchTool } from './web-fetch/web-fetch.tool.ts';
export { webSearchTool } from './web-search/web-search.tool.ts';
export { brave } from './web-search/providers/brave.ts';
export { searxng } from './web-search/providers/searxng.ts';
export { tavily } from './web-search/providers/tavily.ts';

export type { SearchProvider, SearchQuery, SearchResult } from './web-search/search-provider.ts';
export type { WebPackOptions } from './web-options.ts';
