/** A tool as OpenAI's chat API takes it. */
export interface FunctionDefinition {
  type: 'function';
  function: {
    name: string;
    description: string;
    parameters: { type: 'object'; properties: Record<string, ParameterSchema>; required?: string[] };
  };
}

export interface ParameterSchema {
  type?: string;
  description?: string;
  items?: ParameterSchema;
  properties?: Record<string, ParameterSchema>;
  required?: string[];
  enum?: unknown[];
  [keyword: string]: unknown;
}
