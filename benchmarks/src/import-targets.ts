/** The packages that an application imports to call tools with one library. */
export interface ImportTarget {
  /** `--only` is matched against it. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'baseline' | 'ours' | 'peer';
  readonly specifiers: readonly string[];
}

export const importTargets: readonly ImportTarget[] = [
  target('core', 'ours', '@ku0/agent-runtime-tools-core'),
  {
    id: 'import/all',
    title: 'all packs, hooks and approval',
    kind: 'ours',
    specifiers: ['core', 'workspace', 'hooks', 'approval', 'files', 'edit', 'search', 'shell', 'sandbox'].map(
      (name) => `@ku0/agent-runtime-tools-${name}`,
    ),
  },
  target('ajv', 'baseline', 'ajv'),
  target('zod', 'baseline', 'zod'),
  target('ai-sdk', 'peer', 'ai'),
  target('mcp-v1', 'peer', '@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/client/index.js'),
  target('mcp-v2', 'peer', '@modelcontextprotocol/server', '@modelcontextprotocol/client'),
  target('langchain', 'peer', '@langchain/core/tools'),
  target('mastra', 'peer', '@mastra/core/tools'),
  target('openai-agents', 'peer', '@openai/agents'),
];

function target(name: string, kind: ImportTarget['kind'], ...specifiers: string[]): ImportTarget {
  return {
    id: `import/${name}`,
    title: specifiers.map((specifier) => `\`${specifier}\``).join(' + '),
    kind,
    specifiers,
  };
}
