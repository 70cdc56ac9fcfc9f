import { createHash } from 'node:crypto';
import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import type { Tool as McpTool } from '@modelcontextprotocol/client';

/** Digests of the parts of a tool's definition. */
export type Fingerprint = Readonly<Record<FingerprintPart, string>>;

export type FingerprintPart = 'title' | 'description' | 'input schema' | 'output schema' | 'annotations';

export function fingerprintOf({ title, description, inputSchema, outputSchema, annotations }: McpTool): Fingerprint {
  return {
    title: digest(title),
    description: digest(description),
    'input schema': digest(inputSchema),
    'output schema': digest(outputSchema),
    annotations: digest(annotations),
  };
}

/** What differs between two definitions. */
export function changedParts(before: Fingerprint, after: Fingerprint): FingerprintPart[] {
  return PARTS.filter((part) => before[part] !== after[part]);
}

export function isFingerprint(value: unknown): value is Fingerprint {
  if (typeof value !== 'object' || value === null) return false;
  const parts: Readonly<Record<string, unknown>> = { ...value };
  return PARTS.every((part) => typeof parts[part] === 'string');
}

const PARTS: readonly FingerprintPart[] = ['title', 'description', 'input schema', 'output schema', 'annotations'];

function digest(value: unknown): string {
  return createHash('sha256')
    .update(value === undefined ? 'undefined' : canonicalJson(value))
    .digest('hex');
}
