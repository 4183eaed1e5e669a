import type { HTMLAttributes, MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { ChartBoard } from './board.ts';
import type { Spot } from '../chart-port.ts';

const spotOf = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Spot => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

/** Handlers and names of the element that gets keys and pointer. */
export const surfaceOf = (board: ChartBoard, symbol: string): HTMLAttributes<HTMLDivElement> => {
  /** Whether the press under way is the board's: then the chart must not pan. */
  let isTaken = false;
  const hide = (event: SyntheticEvent): void => {
    if (isTaken) event.stopPropagation();
  };
  return {
    id: board.elementId,
    role: 'application',
    tabIndex: 0,
    'aria-label': t(
      'Chart of {{symbol}}. Arrows move over the candles, Space selects drawings, M chooses orders and levels.',
      { symbol },
    ),
    onKeyDown: (event) => {
      if (!board.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDownCapture: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      isTaken = board.down(spotOf(event));
      event.currentTarget.focus({ preventScroll: true });
      if (isTaken) event.currentTarget.setPointerCapture(event.pointerId);
    },
    // The chart library listens to these.
    onMouseDownCapture: hide,
    onTouchStartCapture: hide,
    onPointerMove: (event) => {
      const at = spotOf(event);
      board.move(at);
      event.currentTarget.style.cursor = board.isMovableAt(at) ? 'ns-resize' : '';
    },
    onPointerUp: (event) => board.up(spotOf(event)),
    onPointerCancel: () => board.leave(),
  };
};
