import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bashTool } from '@ku0/agent-runtime-tools-shell';
import { runCurrentTool } from '../adapt/run-current-tool.ts';
import { BaseTool } from './base-tool.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { ToolResult } from './tool-result.ts';

const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 60;

/** Runs commands with the current `bash`. */
export class BashTool extends BaseTool {
  readonly name = 'bash';
  readonly description = 'Execute shell commands with real-time output streaming';
  readonly requiresConfirmation = true;

  override getFunctionDefinition(): FunctionDefinition {
    return {
      type: 'function',
      function: {
        name: this.name,
        description: this.description,
        parameters: {
          type: 'object',
          properties: {
            command: { type: 'string', description: 'Shell command to execute' },
            description: { type: 'string', description: 'Brief description of what the command does (5-10 words)' },
            timeout: {
              type: 'integer',
              description: `Timeout in seconds (default: ${DEFAULT_SECONDS}, max: ${MAX_SECONDS})`,
            },
            working_dir: { type: 'string', description: 'Working directory (default: current directory)' },
          },
          required: ['command'],
        },
      },
    };
  }

  protected async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    this.captureParams(args);
    const { command, timeout = DEFAULT_SECONDS, working_dir } = args;
    if (typeof command !== 'string' || command.trim() === '')
      return this.formatErrorResponse('command is required', 'validation_error', 'Example: bash(command="ls -la")');
    if (typeof timeout !== 'number' || !(timeout > 0))
      return this.formatErrorResponse('timeout must be a positive number of seconds', 'validation_error');
    const root = resolve(typeof working_dir === 'string' ? working_dir : '.');
    if (!existsSync(root)) return this.formatErrorResponse(`Working directory does not exist: ${root}`, 'user_error');
    return this.#run(command, Math.min(timeout, MAX_SECONDS), root);
  }

  async #run(command: string, seconds: number, root: string): Promise<ToolResult> {
    const { callId } = this;
    let output = '';
    const result = await runCurrentTool({
      tool: bashTool({ timeout: { default: DEFAULT_SECONDS, max: MAX_SECONDS } }),
      params: { command, timeout: seconds },
      root,
      onOutput: (chunk) => {
        output = (output + chunk).slice(-MAX_PARTIAL_CHARS);
        this.emitOutputChunk(callId, chunk);
      },
    });
    if (!result.ok) {
      const { code, message, kind, suggestion } = result.error;
      const failure =
        code === 'TIMEOUT'
          ? this.formatErrorResponse(`Command timed out after ${seconds} seconds`, kind, TIMEOUT_ADVICE)
          : this.formatErrorResponse(message, kind, suggestion);
      return { ...failure, output, return_code: -1 };
    }
    const { stdout, stderr, exitCode = -1 } = result.value;
    if (exitCode === 0) return this.formatSuccessResponse({ output: stdout, error: stderr, return_code: exitCode });
    const text = stderr.trimEnd() || `Command exited with code ${exitCode}`;
    return { ...this.formatErrorResponse(text, 'user_error'), output: stdout, return_code: exitCode };
  }
}

const TIMEOUT_ADVICE = `Allow more time with timeout (at most ${MAX_SECONDS} seconds), or ask for less at once`;

/** How much output of a command that did not end is kept. */
const MAX_PARTIAL_CHARS = 30_000;
