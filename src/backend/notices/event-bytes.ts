import { type Position, PositionSchema } from '../../shared/contract/positions.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { eventToWire, toWire } from '../../shared/contract/wire-mapping.ts';

const NO_POSITIONS = '[]';
const COMMA = Buffer.from(',');

const known = new WeakMap<Position, Buffer>();

/**
 * A position as JSON of the wire, kept while the position is. Many are encoded a few at a time before they are published.
 * The position must not change any more.
 */
export const positionBytes = (position: Position): Buffer => {
  const kept = known.get(position);
  if (kept) return kept;
  const bytes = Buffer.from(JSON.stringify(toWire(PositionSchema, position)));
  known.set(position, bytes);
  return bytes;
};

/** An event of the stream as JSON of the wire, in pieces. */
export const eventBytes = (event: StreamEvent): Buffer[] => {
  if (event.type !== 'positions') return [Buffer.from(JSON.stringify(eventToWire(event)))];
  const empty = JSON.stringify(eventToWire({ ...event, positions: [] }));
  // The positions stand in the empty list.
  const inside = empty.indexOf(NO_POSITIONS) + 1;
  const listed = event.positions.flatMap((position, index) =>
    index === 0 ? [positionBytes(position)] : [COMMA, positionBytes(position)],
  );
  return [Buffer.from(empty.slice(0, inside)), ...listed, Buffer.from(empty.slice(inside))];
};
