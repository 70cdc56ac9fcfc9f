export { samplePack } from './pack.ts';
