export { default } from '../../tsdown.base.config.ts';
