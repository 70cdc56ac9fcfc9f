export { DIALECTS, type Dialect } from './dialects.ts';
