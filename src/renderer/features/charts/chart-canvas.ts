import { useContext, useEffect, useRef, type RefObject } from 'react';
import { computedTokens, LookContext, type AppTokens } from '../../ui/tokens.ts';
import { drawInOwnFrame, drawNoMore } from './chart-frames.ts';
import type { ChartPort } from './chart-port.ts';
import type { View } from './chart-view.ts';
import { openChart } from './lightweight-port.ts';

/** Puts data into the series that were added to a chart; what is in view stays there only if it `keepsView`. */
type Show<Data> = (data: Data, colours: AppTokens, keepsView: boolean) => void;

interface ChartDefinition<Data> {
  /**
   * Adds the series and returns how data goes into them; from `useCallback`, or it begins anew with each paint.
   * `leaveView` says that what is in view is the person's choice from now on.
   */
  build: (chart: ChartPort, leaveView: () => void) => Show<Data>;
  /** Called before a chart is taken away. */
  leave?: (chart: ChartPort) => void;
  /** View that stays until the person zooms or pans; null of everything. Always the same function. */
  firstView?: (data: Data) => View | null;
  /** Whether newer data leaves every bar in its place; without it none does. Always the same function. */
  stays?: (before: Data, after: Data) => boolean;
  /** From `useMemo`: newer data goes into the same chart, whose zoom and pan stay the person's. */
  data: Data;
  /** Subject of the chart, such as an instrument; with another one the chart begins anew and shows everything. */
  subject: string;
  isDaily: boolean;
}

interface Drawn<Data> {
  readonly chart: ChartPort;
  readonly show: Show<Data>;
  /** Nobody has zoomed or panned: it is as at first, however wide the window becomes and whatever data comes. */
  isWhole: boolean;
  /** Last data, its look, and the view that it began with. */
  shown: { readonly data: Data; readonly first: View | null; readonly look: unknown } | null;
  /** Colours of the last picture, and the look of the window then. */
  colours: { readonly look: unknown; readonly tokens: AppTokens } | null;
}

const showFirst = (chart: ChartPort, first: View | null): void =>
  first ? chart.showView(first) : chart.showAll();

const isSameView = (one: View | null, other: View | null): boolean =>
  one?.from === other?.from && one?.to === other?.to;

/** React hook: a chart in the element behind the ref, taken away with the component. */
export const useChart = <Data>({
  build,
  leave,
  firstView,
  stays,
  data,
  subject,
  isDaily,
}: ChartDefinition<Data>): RefObject<HTMLDivElement | null> => {
  const container = useRef<HTMLDivElement>(null);
  const look = useContext(LookContext);
  const current = useRef<Drawn<Data> | null>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const chart = openChart(element);
    const leaveView = () => {
      drawn.isWhole = false;
    };
    const drawn: Drawn<Data> = {
      ...{ chart, show: build(chart, leaveView), isWhole: true, shown: null, colours: null },
    };
    current.current = drawn;
    chart.onResize(() => {
      if (drawn.isWhole) showFirst(chart, drawn.shown?.first ?? null);
    });
    element.addEventListener('pointerdown', leaveView);
    element.addEventListener('wheel', leaveView, { passive: true });
    return () => {
      element.removeEventListener('pointerdown', leaveView);
      element.removeEventListener('wheel', leaveView);
      current.current = null;
      drawNoMore(drawn);
      leave?.(chart);
      chart.remove();
    };
  }, [build, leave, subject, isDaily]);
  useEffect(() => {
    const element = container.current;
    const drawn = current.current;
    if (!element || !drawn) return;
    const draw = (): void => {
      const { chart, show, isWhole } = drawn;
      // To read the colours of the page takes longer than a price that moves.
      if (drawn.colours?.look !== look || drawn.colours === null) {
        const tokens = computedTokens(element);
        drawn.colours = { look, tokens };
        chart.look(tokens, getComputedStyle(element).fontFamily, isDaily);
      }
      show(data, drawn.colours.tokens, !isWhole);
      const before = drawn.shown;
      const first = firstView?.(data) ?? null;
      const isInView =
        before !== null &&
        before.look === look &&
        isSameView(before.first, first) &&
        (stays?.(before.data, data) ?? false);
      drawn.shown = { data, first, look };
      if (isWhole && !isInView) showFirst(chart, first);
    };
    if (drawn.shown?.look === look) return drawInOwnFrame(drawn, draw);
    drawNoMore(drawn);
    draw();
  }, [build, firstView, stays, data, subject, isDaily, look]);
  return container;
};
