// Compares our MCP server with the SDK's own server, which runs the same handler: `npm run bench:mcp`.
import { machineLoad } from '../measure/machine-load.ts';
import { median, pairwise } from '../measure/statistics.ts';
import { LoadClients, type LoadRates, type LoadTransport } from './load-clients.ts';

const TRANSPORTS: readonly LoadTransport[] = ['stdio', 'http-2025', 'http-2026'];
/** The least that our throughput may be, as a part of the SDK's. */
const BUDGET = 0.9;
const rounds = Number(process.argv[2] ?? 9);
const ROUND_MS = 1000;

/** Both servers run at the same time and are measured in turn, so that the load of the machine affects both. */
async function compare(transport: LoadTransport): Promise<string> {
  const [ours, sdk] = await Promise.all([
    LoadClients.connect('ours', transport),
    LoadClients.connect('sdk', transport),
  ]);
  try {
    await ours.makeCalls(ROUND_MS);
    await sdk.makeCalls(ROUND_MS);
    const [ourRates, sdkRates]: [LoadRates[], LoadRates[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ourRates.push(await ours.makeCalls(ROUND_MS));
      sdkRates.push(await sdk.makeCalls(ROUND_MS));
    }
    const cells = (['perSecond', 'perCpuSecond'] as const).map((rate) => {
      const [a, b] = [ourRates, sdkRates].map((rates) => rates.map((each) => each[rate])) as [number[], number[]];
      const ratio = median(pairwise(a, b, (x, y) => x / y));
      if (rate === 'perCpuSecond' && ratio < BUDGET) process.exitCode = 1;
      return `${whole(median(a))} | ${whole(median(b))} | ${ratio.toFixed(2)}`;
    });
    return `| ${[transport, ...cells, machineLoad().toFixed(2)].join(' | ')} |`;
  } finally {
    await Promise.all([ours.close(), sdk.close()]);
  }
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

console.log('| transport | calls per s | of the SDK | ratio | calls per s of CPU time | of the SDK | ratio | load |');
console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
for (const transport of TRANSPORTS) console.log(await compare(transport));
console.log(`\nRatios are medians of ${rounds} rounds. That of CPU time must be at least ${BUDGET}.`);
