import { parentPort, workerData } from 'node:worker_threads';
import { TextScanner, type ScanPlan } from './scan-text.ts';

const scanner = new TextScanner((workerData as { plan: ScanPlan }).plan);
// The time limit of a text starts after this message, since starting a thread may take long.
parentPort?.postMessage('ready', []);
parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(scanner.scan(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), []);
});
