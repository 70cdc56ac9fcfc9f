import { localCalls } from '../src/index.ts';
import { driverContract } from './suites/driver-contract.ts';
import { remoteCallsSuite } from './suites/remote-calls.ts';

driverContract('localCalls', localCalls);
remoteCallsSuite('localCalls', localCalls);
