import { bullmq } from '@ku0/agent-runtime-tools-remote';
import { useRemoteTools } from './agent.ts';
import { required } from './required.ts';

const driver = bullmq({ url: required('REDIS_URL') });
const lines = await useRemoteTools({ driver, place: required('PLACE'), secret: required('SECRET') });
console.log(lines.join('\n'));
