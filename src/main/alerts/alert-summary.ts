import type { Alert } from '../../shared/contract/alerts.ts';
import { t, serverText } from '../messages/messages.ts';
import { categoryOf } from './alert-channels.ts';

/** The list of all alerts. */
export const ALERTS_ROUTE = '/notifications';
/** Number of alerts that a summary names, newest first. */
const NAMED = 3;

/** Text of one notification or toast. */
export interface AlertSummary {
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly isCritical: boolean;
  /** Of one strategy, or of one category. */
  readonly group: string;
}

/** Notifications of one strategy stand together; of the rest those of a category. */
const groupOf = (alert: Alert): string =>
  alert.strategyId === null ? categoryOf(alert) : `strategy-${alert.strategyId}`;

const single = (alert: Alert): AlertSummary => {
  const { title, body, link, isCritical } = alert;
  return { title: serverText(title), body: serverText(body), link, isCritical, group: groupOf(alert) };
};

/** Alerts as one, oldest first; a single one as itself, and null for none. `titleOf` is given how many there are. */
export const summaryOf = (
  alerts: readonly Alert[],
  titleOf: (count: number) => string,
): AlertSummary | null => {
  const [first] = alerts;
  if (!first) return null;
  if (alerts.length === 1) return single(first);
  const isOneGroup = alerts.every((alert) => categoryOf(alert) === categoryOf(first));
  const counts = new Map<string, number>();
  for (const { title } of alerts.toReversed()) counts.set(title, (counts.get(title) ?? 0) + 1);
  const names = [...counts].map(([title, count]) =>
    count > 1 ? `${serverText(title)} (${count})` : serverText(title),
  );
  return {
    title: titleOf(alerts.length),
    body: names.slice(0, NAMED).join(' · ') + (names.length > NAMED ? ' …' : ''),
    link: ALERTS_ROUTE,
    isCritical: alerts.some((alert) => alert.isCritical),
    group: isOneGroup ? categoryOf(first) : 'system',
  };
};

/** Alerts of one series: the last, with their number; null for none. */
export const seriesSummaryOf = (alerts: readonly Alert[]): AlertSummary | null => {
  const last = alerts.at(-1);
  if (!last) return null;
  const one = single(last);
  return alerts.length === 1
    ? one
    : { ...one, body: t('{{number}} more. {{last}}', { number: alerts.length, last: one.body }) };
};
