import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Point } from './drawing.ts';
import type { Cursor } from './drawing-moves.ts';
import type { ToolName } from './tool-names.ts';

/** State of drawing on a chart. */
export interface BoardState {
  /** Tool that is being used; null while nothing is drawn. */
  readonly tool: ToolName | null;
  /** Points that it has already. */
  readonly placed: readonly Point[];
  /** Where the keys or the pointer stand; null where nobody has moved them. */
  readonly cursor: Cursor | null;
  /** Id of the selected drawing. */
  readonly selected: string | null;
  /** Bar at the crosshair. */
  readonly pointed: number | null;
  /** Beginning of a timeframe. */
  readonly typed: string;
}

/** Store of a chart's board, which React reads in parts. */
export type BoardStore = UseBoundStore<StoreApi<BoardState>>;

/** Make the store of a board on which nothing has begun. */
export const boardStore = (): BoardStore =>
  create<BoardState>(() => ({
    tool: null,
    placed: [],
    cursor: null,
    selected: null,
    pointed: null,
    typed: '',
  }));
