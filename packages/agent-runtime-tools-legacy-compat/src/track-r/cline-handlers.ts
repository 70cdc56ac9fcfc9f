import { fromCurrentResult } from './current-result.ts';
import { toCurrentCallbacks } from './current-tool.ts';
import { ToolNotFoundError } from './errors.ts';
import type { JSONSchema, ToolContext, ToolHandler, ValidationResult } from './tool-handler.ts';
import { ToolValidator } from './tool-validator.ts';

/** Passes calls on to the tool of the same name in `context.services.tools`. */
class CurrentToolHandler implements ToolHandler {
  readonly name: string;
  readonly description: string;
  readonly schema: JSONSchema;
  readonly #required: readonly string[];
  readonly #validator: ToolValidator;

  constructor({ name, description, properties, required }: HandlerData, validator = new ToolValidator()) {
    this.name = name;
    this.description = description;
    this.schema = { type: 'object', properties, required };
    this.#required = required;
    this.#validator = validator;
  }

  validate(given: unknown): ValidationResult {
    const params: Record<string, unknown> = typeof given === 'object' ? { ...given } : {};
    const present = this.#validator.assertRequiredParams({ params }, ...this.#required);
    const { path } = params;
    const allowed = typeof path === 'string' ? this.#validator.checkClineIgnorePath(path) : { ok: true as const };
    const errors = [present, allowed].flatMap((check) => (check.ok ? [] : [check.error]));
    return { valid: errors.length === 0, errors };
  }

  async execute(params: unknown, { cwd, taskId, services, callbacks }: ToolContext): Promise<unknown> {
    const { tools } = services;
    if (tools === undefined)
      throw new ToolNotFoundError(this.name, `Tool ${this.name} needs context.services.tools, the current tools`);
    const options = { cwd, taskId, callbacks: toCurrentCallbacks(callbacks) };
    return fromCurrentResult(await tools.execute(this.name, params, options));
  }
}

interface HandlerData {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, JSONSchema>>;
  readonly required: readonly string[];
}

const text = (description: string): JSONSchema => ({ type: 'string', description });

export class ListFilesToolHandler extends CurrentToolHandler {
  constructor(validator?: ToolValidator) {
    const properties = { path: text('The folder'), recursive: { type: 'boolean' } };
    super({ name: 'list_files', description: 'List files and folders', properties, required: ['path'] }, validator);
  }
}

export class ReadFileToolHandler extends CurrentToolHandler {
  constructor(validator?: ToolValidator) {
    const properties = { path: text('The file') };
    super({ name: 'read_file', description: 'Read a file', properties, required: ['path'] }, validator);
  }
}

export class BrowserToolHandler extends CurrentToolHandler {
  constructor(validator?: ToolValidator) {
    const properties = {
      action: text('launch, click, type, scroll_down, scroll_up or close'),
      url: text('For launch'),
      coordinate: text('x,y, for click'),
      text: text('For type'),
    };
    const description = 'Use a web browser';
    super({ name: 'browser_action', description, properties, required: ['action'] }, validator);
  }
}

export class ExecuteCommandToolHandler extends CurrentToolHandler {
  constructor(validator?: ToolValidator) {
    const properties = { command: text('The command line') };
    super({ name: 'execute_command', description: 'Run a command', properties, required: ['command'] }, validator);
  }
}

export class UseMcpToolHandler extends CurrentToolHandler {
  constructor(validator?: ToolValidator) {
    const properties = {
      server_name: text('The MCP server'),
      tool_name: text('Its tool'),
      arguments: { type: ['object', 'string'], description: 'For the tool' },
    };
    const required = ['server_name', 'tool_name'];
    super({ name: 'use_mcp_tool', description: 'Call a tool of an MCP server', properties, required }, validator);
  }
}
