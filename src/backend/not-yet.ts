import { Refusal } from './refusal.ts';

export const notYet = (): never => {
  throw new Refusal('unavailable', 'Not there yet.');
};
