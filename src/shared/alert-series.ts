import { ALERT_CATEGORIES } from './alert-category.ts';

/** How long after a fill the next belongs to it. Toasts sum them up, the list groups them. */
export const FILLS_MS = 60_000;

/** Fields by which alerts belong together. */
interface SeriesFacts {
  readonly categoryId: number;
  readonly strategyId: number | null;
  readonly title: string;
}

/** Series of alerts that a strategy repeats all day; null of an alert that stands alone. */
export const seriesOf = ({ categoryId, strategyId, title }: SeriesFacts): string | null =>
  strategyId !== null && categoryId === ALERT_CATEGORIES.trades ? `${strategyId} ${title}` : null;
