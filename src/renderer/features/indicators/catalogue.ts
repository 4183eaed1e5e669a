import {
  INDICATORS,
  startOf,
  type Indicator,
  type IndicatorFacts,
  type IndicatorName,
} from '../../../shared/indicators/indicators.ts';
import type { PriceField } from '../../../shared/price-fields.ts';
import { labels } from '../../i18n/translate.ts';

/** An indicator as it is offered: what it begins with, and its outputs if it has several. */
interface CatalogueEntry {
  readonly label: string;
  readonly start: Indicator;
  readonly outputs: Readonly<Record<string, string>> | null;
}

const entryOf = ({ name, label, outputs }: IndicatorFacts): CatalogueEntry => {
  const named = labels({ label });
  return {
    get label() {
      return named.label;
    },
    start: startOf(name),
    outputs: outputs ? labels(outputs, { context: 'output' }) : null,
  };
};

/** Every indicator of the rule language, in the order they are offered. */
export const CATALOGUE = Object.fromEntries(
  INDICATORS.map((facts) => [facts.name, entryOf(facts)]),
) as Readonly<Record<IndicatorName, CatalogueEntry>>;

/** Names of an indicator's numbers. */
export const NUMBER_LABELS: Readonly<Record<string, string>> = labels({
  period: 'Length',
  fast: 'Fast',
  slow: 'Slow',
  signal: 'Signal',
  kPeriod: '%K length',
  kSmoothing: '%K smoothing',
  dPeriod: '%D length',
  atrPeriod: 'ATR length',
  deviations: 'Deviations',
  multiplier: 'Multiplier',
  step: 'Step',
  maximum: 'Maximum',
});

export const PRICE_LABELS: Readonly<Record<PriceField, string>> = labels(
  {
    close: 'Close',
    open: 'Open',
    high: 'High',
    low: 'Low',
    volume: 'Volume',
    hl2: 'HL2',
    hlc3: 'HLC3',
  },
  { context: 'price' },
);
