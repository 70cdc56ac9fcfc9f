/** A call as text: `my_tool(param1="value", limit=5)`. */
export function callText(toolName: string, params: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(params).map(([name, value]) => `${name}=${valueText(value)}`);
  return texts.length === 0 ? toolName : `${toolName}(${texts.join(', ')})`;
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 3)}...`;
}

const MAX_CHARS = 100;
