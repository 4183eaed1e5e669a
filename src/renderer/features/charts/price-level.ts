import type { AppTokens } from '../../ui/tokens.ts';
import type { Dash, PortLevel } from './chart-port.ts';
import type { LinePart } from './lines/owned-line.ts';

/** A price to draw a line at, named on its axis. */
export interface PriceLevel {
  /** Paise. */
  readonly price: number;
  readonly kind: 'ltp' | LinePart;
  readonly label: string;
  /** Its label in a narrow chart. */
  readonly short: string;
  /** With real money. */
  readonly isLive?: boolean;
}

const DASHES: Readonly<Record<PriceLevel['kind'], Dash>> = {
  ltp: 'dotted',
  entry: 'dashed',
  'stop-loss': 'dashed',
  target: 'dashed',
  limit: 'long',
  trigger: 'sparse',
};

/** Colour of a level. An order with real money has that of real money everywhere. */
export const colourOfLevel = (
  { kind, isLive = false }: Pick<PriceLevel, 'kind' | 'isLive'>,
  colours: AppTokens,
): string => {
  const order = isLive ? colours.liveLine : colours.chart3;
  return {
    ltp: colours.chartAxis,
    entry: colours.chart1,
    'stop-loss': colours.pnlDown,
    target: colours.pnlUp,
    limit: order,
    trigger: order,
  }[kind];
};

/** A level as the chart draws it. */
export const drawnLevel = (level: PriceLevel, colours: AppTokens): PortLevel => ({
  price: level.price,
  title: level.label,
  short: level.short,
  colour: colourOfLevel(level, colours),
  dash: DASHES[level.kind],
  isFirst: level.kind === 'ltp',
});
