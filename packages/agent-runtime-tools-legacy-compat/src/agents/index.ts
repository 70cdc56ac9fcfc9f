export { agentsPack, type AgentsPackOptions } from './agents-pack.ts';
export { agentErrors } from './errors.ts';
export { fetchInstructionsTool, loadMcpDocumentationTool } from './instructions.tool.ts';
export { generateExplanationTool } from './generate-explanation.tool.ts';
export { generateImageTool, type GenerateImage } from './generate-image.tool.ts';
export { reportBugTool } from './report-bug.tool.ts';
export { runSlashCommandTool, type SlashCommands } from './run-slash-command.tool.ts';
export { skillTool } from './skill.tool.ts';
