import { BaseTool, type ActivityStream, type FunctionDefinition, type ToolResult } from '../../src/code-ally/index.ts';

type Run = (args: Record<string, unknown>, tool: SampleTool) => Promise<ToolResult>;

/** A tool whose work a test gives. */
export class SampleTool extends BaseTool {
  readonly name: string;
  readonly description = 'A sample';
  readonly requiresConfirmation = false;
  readonly #run: Run;
  readonly #parameters: FunctionDefinition['function']['parameters'] | undefined;

  constructor(
    stream: ActivityStream,
    run: Run = async (_, tool) => tool.formatSuccessResponse({}),
    { name = 'sample', parameters }: { name?: string; parameters?: FunctionDefinition['function']['parameters'] } = {},
  ) {
    super(stream);
    this.name = name;
    this.#run = run;
    this.#parameters = parameters;
  }

  override getFunctionDefinition(): FunctionDefinition {
    const usual = super.getFunctionDefinition();
    if (this.#parameters === undefined) return usual;
    return { ...usual, function: { ...usual.function, parameters: this.#parameters } };
  }

  override captureParams(params: unknown): void {
    super.captureParams(params);
  }

  override formatErrorResponse(...args: [string, string?, string?]): ToolResult {
    return super.formatErrorResponse(...args);
  }

  override formatSuccessResponse(fields: Record<string, unknown>): ToolResult {
    return super.formatSuccessResponse(fields);
  }

  protected executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    return this.#run(args, this);
  }
}
