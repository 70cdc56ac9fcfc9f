export { runAgent, type AgentExitCode, type RunAgentOptions } from './run-agent.ts';
export { OPTION_NAMES, type AgentOptions } from './options.ts';
export type { OpenTools, ToolParts } from './agent-tools.ts';
