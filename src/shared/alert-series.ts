import { ALERT_CATEGORIES } from './alert-category.ts';

/** How long after a fill the next belongs to it. Toasts sum them up, the list groups them. */
export const FILLS_MS = 60_000;

/** What tells whether alerts belong together. */
interface SeriesFacts {
  readonly categoryId: number;
  readonly strategyId: number | null;
  readonly title: string;
}

/** What a strategy that trades all day tells again and again; null of what is told by itself. */
export const seriesOf = ({ categoryId, strategyId, title }: SeriesFacts): string | null =>
  strategyId !== null && categoryId === ALERT_CATEGORIES.trades ? `${strategyId} ${title}` : null;
