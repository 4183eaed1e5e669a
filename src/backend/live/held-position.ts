import type { Protection } from '../../engine/protection.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { PositionRow } from '../db/schema.ts';

/** A live position in memory, as it was last written, with its protection since. */
export interface HeldPosition {
  row: PositionRow;
  protection: Protection;
  readonly instrument: BrokerInstrument;
}
