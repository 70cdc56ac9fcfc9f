import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { samplePack } from '../src/index.ts';
import { contract } from './samples.ts';

packContract(samplePack(), contract);
