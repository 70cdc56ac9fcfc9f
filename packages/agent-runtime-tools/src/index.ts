export { createTools, type CreatedTools } from './create-tools.ts';
export { loadPacks } from './load-packs.ts';
export { FAMILY_NAMES, USUAL_FAMILIES } from './families.ts';

export type { CreateToolsOptions } from './create-tools-options.ts';
export type {
  ChosenFamily,
  ChosenTools,
  FamilyChoice,
  FamilyName,
  FamilyOptions,
  FamilyPacks,
  UsualFamily,
} from './families.ts';
