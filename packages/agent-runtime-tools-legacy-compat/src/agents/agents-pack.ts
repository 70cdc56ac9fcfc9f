import { definePack } from '@ku0/agent-runtime-tools-core';
import { packVersions } from '../version.ts';
import { fetchInstructionsTool, loadMcpDocumentationTool } from './instructions.tool.ts';
import { generateExplanationTool } from './generate-explanation.tool.ts';
import { generateImageTool, type GenerateImage } from './generate-image.tool.ts';
import { reportBugTool } from './report-bug.tool.ts';
import { runSlashCommandTool, type SlashCommands } from './run-slash-command.tool.ts';
import { skillTool } from './skill.tool.ts';

export interface AgentsPackOptions {
  /** The texts of slash commands by name, or functions of their arguments. */
  readonly commands?: SlashCommands;
  /** The texts of skills by name. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Creates an image. Without it, `generate_image` fails. */
  readonly generateImage?: GenerateImage;
}

/** The tools of Cline and Roo-Code that belong to their own programs and have no counterpart here. */
export function agentsPack({ commands = {}, skills = {}, generateImage }: AgentsPackOptions = {}) {
  return definePack({
    name: 'other-agents',
    ...packVersions,
    tools: [
      reportBugTool,
      generateExplanationTool,
      loadMcpDocumentationTool,
      fetchInstructionsTool,
      runSlashCommandTool(commands),
      skillTool(skills),
      generateImageTool(generateImage),
    ],
    aliases: { use_skill: 'skill' },
  });
}
