// The program that the conformance suite runs as a client. Loads nothing large before it is its turn.
import { takeTurn } from './turns.ts';

await takeTurn(Number(process.env['CONFORMANCE_TURNS']));
await import('./use-suite-server.ts');
