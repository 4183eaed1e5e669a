import { useCallback, useMemo } from 'react';
import { t } from '../../../i18n/translate.ts';
import {
  chartDrawings,
  type DrawingChange,
  type DrawingOutcome,
  MOST_DRAWINGS,
  MOST_DRAWN_CHARTS,
} from '../../../state/chart-drawings.ts';
import { session } from '../../../state/session.ts';
import { notify } from '../../../ui/toasts.tsx';
import { type Drawing, drawingOf } from './drawing.ts';

/** Say why a change was not kept; a change that was kept says nothing. */
const say = (outcome: DrawingOutcome): void => {
  if (outcome === 'too-many')
    notify({
      tone: 'failure',
      message: t('A chart has at most {{number}} drawings. Delete one first.', { number: MOST_DRAWINGS }),
    });
  if (outcome === 'too-many-charts')
    notify({
      tone: 'failure',
      message: t('At most {{number}} instruments have drawings. Remove those of another one first.', {
        number: MOST_DRAWN_CHARTS,
      }),
    });
  if (outcome === 'no-room')
    notify({
      tone: 'failure',
      message: t('There is no room left on this computer for more drawings. Nothing was changed.'),
    });
};

/** Drawings of an instrument and how they are changed. */
export interface Drawings {
  readonly drawings: readonly Drawing[];
  /** Entries that are no drawings. They are kept and not shown. */
  readonly unread: number;
  readonly isUnread: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly add: (drawing: Drawing) => boolean;
  readonly change: (before: Drawing, after: Drawing) => void;
  readonly remove: (removed: readonly Drawing[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** React hook: the person's drawings on the chart of an instrument. */
export const useDrawings = (symbol: string): Drawings => {
  const { user } = session.use();
  const ownerId = user?.id ?? 0;
  const { entries, isUnread, past, future } = chartDrawings.use(ownerId, symbol);
  const drawings = useMemo(() => entries.flatMap((entry) => drawingOf(entry) ?? []), [entries]);
  const step = useCallback(
    (changes: readonly DrawingChange[]): boolean => {
      const outcome = chartDrawings.change(ownerId, symbol, changes);
      say(outcome);
      return outcome === 'done';
    },
    [ownerId, symbol],
  );
  return useMemo(
    () => ({
      drawings,
      unread: entries.length - drawings.length,
      isUnread,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      add: (drawing) => step([{ before: null, after: drawing }]),
      change: (before, after) => void step([{ before, after }]),
      remove: (removed) => void step(removed.map((before) => ({ before, after: null }))),
      undo: () => say(chartDrawings.undo(ownerId, symbol) ?? 'done'),
      redo: () => say(chartDrawings.redo(ownerId, symbol) ?? 'done'),
    }),
    [drawings, entries, isUnread, past, future, step, ownerId, symbol],
  );
};
