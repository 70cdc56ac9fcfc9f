export { createPack, type CreatedPack, type CreatePackOptions } from './create-pack.ts';
export { nextSteps } from './next-steps.ts';
export { main } from './main.ts';
