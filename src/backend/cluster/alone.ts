import type { HouseMessage } from './house-bus.ts';
import type { HouseMap } from './house-map.ts';
import type { Ownership } from './ownership.ts';
import { EVERYBODY, type OwnUsers } from './own-users.ts';
import type { PlaceTimes } from './place-times.ts';

/** Place of this process in a house: its own users, and the way to the others. */
export interface House {
  readonly users: OwnUsers;
  /** Proof that they are still; none on a desktop, which nobody shares. */
  readonly ownership: Ownership | undefined;
  readonly times: PlaceTimes | null;
  /** The other processes; null where there are none. */
  readonly others: Others | null;
  /** Publish to the others where this process answers. */
  announce(url: string): Promise<void>;
  close(): Promise<void>;
}

/** The other processes of a house. */
export interface Others {
  readonly map: Pick<HouseMap, 'addressOf' | 'look' | 'onLooked' | 'onLeft'>;
  /** Shown by a process that forwards a request to another one. */
  readonly secret: string;
  send(message: HouseMessage): void;
  /** Follow their messages. `onGap` is called when some may have been missed; those of before are lost. */
  listen(onMessage: (message: HouseMessage) => void, onGap: () => void): void;
}

/** A process with a database of its own. */
export const ALONE: House = {
  users: EVERYBODY,
  ownership: undefined,
  times: null,
  others: null,
  announce: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
