/** What an application imports to call tools. */
export interface ImportTarget {
  /** What `--only` is matched against. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'floor' | 'ours' | 'peer';
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
  target('ajv', 'floor', 'ajv'),
  target('zod', 'floor', 'zod'),
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
