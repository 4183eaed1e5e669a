import type { Leg, LegDocument } from '../../shared/leg-document.ts';
import { LEG_STATES, type LegState } from './leg-machine.ts';

export const LEG_EXITS = [
  'stop-loss',
  'trailing-stop',
  'target',
  'structure-stop',
  'structure-target',
  'structure-lock',
  /** Another leg was closed, or not entered. */
  'with-the-others',
  'exit-time',
  'expiry',
  /** By a person, or by a rule outside of the document. */
  'by-hand',
] as const;
/** Why a leg was closed. */
export type LegExit = (typeof LEG_EXITS)[number];

/** Progress of one leg: plain data that can be stored and read back. Prices in paise. */
export interface LegProgress {
  state: LegState;
  symbol: string | null;
  /** Of its next or present entry; reversed by some re-entries. */
  side: Leg['side'];
  /** Units of its present, last or next entry. */
  quantity: number;
  /** Average price of the present entry; null while none has filled. */
  entryPrice: number | null;
  /** Price of its first entry, to which it may return. */
  firstPrice: number | null;
  /** Price of its last exit. */
  exitPrice: number | null;
  /** Premium at the time of entry, of a leg that waits. */
  reference: number | null;
  /** Price of the underlying at its entry. */
  underlyingAtEntry: number | null;
  /** Its stop has been moved to its entry price. */
  isAtCost: boolean;
  stopReentries: number;
  targetReentries: number;
  /** Result of its closed entries, before charges. */
  realised: number;
  /** An exit that no close has judged yet. */
  exit: LegExit | null;
  /** Entries so far, the present one included. */
  entries: number;
}

/** Progress of a structure; one day has at most one. */
export interface StructureProgress {
  /** Day of entry, `YYYY-MM-DD`; null before the first. */
  day: string | null;
  /** `over` until the next day. */
  phase: 'idle' | 'on' | 'closing' | 'over';
  legs: LegProgress[];
  /** Nearest expiry of its legs. */
  expiry: string | null;
  /** Net premium of the first entries of its legs, paise. Above zero where it was received. */
  netPremium: number;
  /** Best result at a close. */
  best: number;
}

const newLeg = (side: Leg['side']): LegProgress => ({
  state: 'idle',
  symbol: null,
  side,
  quantity: 0,
  entryPrice: null,
  firstPrice: null,
  exitPrice: null,
  reference: null,
  underlyingAtEntry: null,
  isAtCost: false,
  stopReentries: 0,
  targetReentries: 0,
  realised: 0,
  exit: null,
  entries: 0,
});

/** Progress of a structure of which nothing is entered. */
export const newProgress = ({ legs }: Pick<LegDocument, 'legs'>): StructureProgress => ({
  day: null,
  phase: 'idle',
  legs: legs.map(({ side }) => newLeg(side)),
  expiry: null,
  netPremium: 0,
  best: 0,
});

/** Progress under a document that came in place of another. The day of that one has its structure already. */
export const changedProgress = (json: string, document: Pick<LegDocument, 'legs'>): StructureProgress => ({
  ...newProgress(document),
  day: dayOf(json),
  phase: 'over',
});

/** A copy that shares nothing with the original. */
export const copyProgress = (progress: StructureProgress): StructureProgress => ({
  ...progress,
  legs: progress.legs.map((leg) => ({ ...leg })),
});

const isLeg = (stored: Partial<LegProgress> | null): boolean =>
  stored !== null &&
  LEG_STATES.some((state) => state === stored.state) &&
  (stored.side === 'buy' || stored.side === 'sell') &&
  [stored.quantity, stored.realised, stored.entries].every(Number.isSafeInteger);

const dayOf = (json: string): string | null => {
  try {
    const { day } = (JSON.parse(json) ?? {}) as { day?: unknown };
    return typeof day === 'string' ? day : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Progress as it was stored; null when that cannot be read, or is of a document with other legs. */
export const readProgress = (json: string, document: Pick<LegDocument, 'legs'>): StructureProgress | null => {
  try {
    const stored = JSON.parse(json) as Partial<StructureProgress> | null;
    const isWhole =
      Array.isArray(stored?.legs) &&
      stored.legs.length === document.legs.length &&
      stored.legs.every(isLeg) &&
      ['idle', 'on', 'closing', 'over'].includes(stored.phase ?? '') &&
      [stored.netPremium, stored.best].every(Number.isFinite);
    return isWhole ? (stored as StructureProgress) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};
