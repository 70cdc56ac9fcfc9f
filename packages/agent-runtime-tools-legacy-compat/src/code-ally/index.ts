export {
  ActivityEventType,
  ActivityStream,
  type ActivityCallback,
  type ActivityEvent,
  type ActivityEventData,
} from './activity-stream.ts';
export { BaseTool } from './base-tool.ts';
export { ToolManager } from './tool-manager.ts';
export { ToolValidator, type ValidationResult } from './tool-validator.ts';
export { BashTool } from './bash-tool.ts';
export { ReadTool } from './read-tool.ts';
export { fromCurrentTool, toCurrentTool } from './current-tool.ts';
export { fromCurrentResult, toCurrentResult } from './current-result.ts';

export type { AdaptOptions } from '../adapt/adapted-tool.ts';
export type { FunctionDefinition, ParameterSchema } from './function-definition.ts';
export type { ErrorType, ToolResult } from './tool-result.ts';
