import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, it } from 'vitest';
import { telemetry } from '../src/index.ts';
import { createTools, person } from './fixtures/tools.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** The labels of each metric, as a Prometheus server would see them. */
const exported = new Map<string, Set<string>>();

beforeAll(async () => {
  const { middlewares, scrape } = await telemetry({ prometheus: true });
  const hook: ToolMiddleware = {
    name: 'hooks',
    phase: 'hook',
    execute(params, { publish }, next) {
      const data = { toolName: 'note', hook: 'lint', event: 'PreToolUse', decision: 'failed', durationMs: 1 } as const;
      publish('hook_end', data);
      return next(params);
    },
  };
  const tools = createTools([...middlewares, person('yes'), hook], { concurrency: { limit: 1 } });
  await Promise.all([1, 2, 3].map(() => tools.execute('note', { text: 'a' })));
  await tools.execute('note', { text: 'bad' });
  await tools.execute('secret', {});
  for (const line of (await scrape()).text.split('\n')) {
    const match = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line);
    if (match === null) continue;
    const [, name = '', labels = ''] = match;
    const names = exported.get(name) ?? new Set<string>();
    for (const [, label = ''] of labels.matchAll(/([a-z_]+)="/g)) names.add(label);
    exported.set(name, names);
  }
});

/** What is wrong with an expression: it does not parse, or names a metric or a label that does not exist. */
function problems(expression: string): string[] {
  // Grafana replaces its variables before Prometheus sees them.
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll('$tool', '.*');
  const metrics: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  const labels: { readonly name: string; readonly from: number; readonly to: number }[] = [];
  const found: string[] = [];
  parser.parse(text).iterate({
    enter({ name, type, from, to, node }) {
      if (type.isError) found.push(`a syntax error at ${from}`);
      if (name === 'Identifier') metrics.push({ name: text.slice(from, to), from, to });
      if (name !== 'LabelName') return;
      // The selector that has the label, or the aggregation that groups by it.
      let around = node.parent;
      while (around !== null && around.name !== 'VectorSelector' && around.name !== 'AggregateExpr')
        around = around.parent;
      labels.push({ name: text.slice(from, to), from: around?.from ?? 0, to: around?.to ?? text.length });
    },
  });
  if (metrics.length === 0) found.push('no metric');
  for (const { name } of metrics) if (!exported.has(name)) found.push(`no metric ${name}`);
  for (const label of labels)
    for (const metric of metrics.filter(({ from, to }) => from >= label.from && to <= label.to))
      if (exported.get(metric.name)?.has(label.name) === false) found.push(`${metric.name} has no ${label.name}`);
  return found;
}

function dashboardExpressions(): string[] {
  const text = readFileSync(join(DOCS, 'grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

function pageExpressions(): string[] {
  const text = readFileSync(join(DOCS, 'metrics.md'), 'utf8');
  return [...text.matchAll(/```promql\n([\s\S]*?)\n```/g)].map(([, expression = '']) => expression);
}

describe('the scrape output', () => {
  it('has every metric and label of the dashboard', () => {
    const expressions = dashboardExpressions();
    expect(expressions.length).toBeGreaterThan(12);
    expect(expressions.flatMap((each) => problems(each).map((problem) => `${each}: ${problem}`))).toEqual([]);
  });

  it('has every metric and label of the page', () => {
    const expressions = pageExpressions();
    expect(expressions.length).toBeGreaterThan(15);
    expect(expressions.flatMap((each) => problems(each).map((problem) => `${each}: ${problem}`))).toEqual([]);
  });

  it('has no metric that neither of them uses', () => {
    const all = [...dashboardExpressions(), ...pageExpressions()].join('\n');
    const base = [...exported.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...new Set(base)].filter((name) => !all.includes(name))).toEqual([]);
  });

  it('is checked by a test that can fail', () => {
    expect(problems('sum(rate(agent_tool_cals_total[5m]))')).toEqual(['no metric agent_tool_cals_total']);
    expect(problems('sum by (name) (agent_tool_calls_total)')).toEqual(['agent_tool_calls_total has no name']);
    expect(problems('sum(rate(agent_tool_calls_total[5m])')).not.toEqual([]);
  });
});
