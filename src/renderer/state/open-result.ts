import { type OpenFigures, movedSince, type WhosePositions } from '../../shared/open-result.ts';
import { useQuotes } from './quotes.ts';

/** React hook: by how much what is open has moved since some figures were loaded, in paise. */
export const useMovedSince = (loaded: OpenFigures, whose: WhosePositions): number =>
  useQuotes((quotes) => movedSince(loaded, whose, quotes));
