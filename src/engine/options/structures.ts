import type { OptionStructure } from '../../shared/option-structures.ts';
import type { OptionRight } from './black76.ts';

/** Leg of a ready-made structure, by its place among the strikes. */
export interface StructurePart {
  readonly side: 'buy' | 'sell';
  readonly right: OptionRight;
  readonly lots: number;
  /** Listed strikes above the money; below zero it is under it. */
  readonly steps: number;
  /** Whether it is of the expiry after the chosen one. */
  readonly isLater: boolean;
}

/** Strikes from the money to the sold legs, and to the wings. */
const [OUT, WING] = [4, 8] as const;

const part = (
  side: StructurePart['side'],
  right: OptionRight,
  steps: number,
  { lots = 1, isLater = false } = {},
): StructurePart => ({ side, right, steps, lots, isLater });

/** Parts of every ready-made structure. What is bought stands before what is sold. */
export const STRUCTURE_PARTS: Readonly<Record<OptionStructure, readonly StructurePart[]>> = {
  'long-straddle': [part('buy', 'call', 0), part('buy', 'put', 0)],
  'short-straddle': [part('sell', 'call', 0), part('sell', 'put', 0)],
  'long-strangle': [part('buy', 'call', OUT), part('buy', 'put', -OUT)],
  'short-strangle': [part('sell', 'call', OUT), part('sell', 'put', -OUT)],
  'iron-condor': [
    part('buy', 'call', WING),
    part('buy', 'put', -WING),
    part('sell', 'call', OUT),
    part('sell', 'put', -OUT),
  ],
  butterfly: [part('buy', 'call', -OUT), part('buy', 'call', OUT), part('sell', 'call', 0, { lots: 2 })],
  'bull-call-spread': [part('buy', 'call', 0), part('sell', 'call', OUT)],
  'bear-put-spread': [part('buy', 'put', 0), part('sell', 'put', -OUT)],
  'bull-put-spread': [part('buy', 'put', -OUT), part('sell', 'put', 0)],
  'bear-call-spread': [part('buy', 'call', OUT), part('sell', 'call', 0)],
  calendar: [part('buy', 'call', 0, { isLater: true }), part('sell', 'call', 0)],
  ratio: [part('buy', 'call', 0), part('sell', 'call', OUT, { lots: 2 })],
};
