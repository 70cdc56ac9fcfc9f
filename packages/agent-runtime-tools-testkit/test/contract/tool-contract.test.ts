import { toolContract } from '../../src/contract/tool-contract.ts';
import { COPY_OPTIONS, SHOUT_OPTIONS, copy, shout } from './sample-tools.ts';

toolContract(shout(), SHOUT_OPTIONS);
toolContract(copy(), COPY_OPTIONS);
