import type { AlertCategory } from '../../shared/alert-category.ts';
import type { Alert } from '../../shared/contract/alerts.ts';
import { told } from '../messages/messages.ts';
import { categoryOf } from './alert-channels.ts';

/** The list of all alerts. */
export const ALERTS_ROUTE = '/notifications';
/** How many of several alerts a summary names, newest first. */
const NAMED = 3;

/** What one notification or toast says. */
export interface AlertSummary {
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly isCritical: boolean;
  readonly group: AlertCategory;
}

/** Alerts as one, oldest first; a single one as itself, and null for none. `titleOf` is given how many there are. */
export function summaryOf(alerts: readonly Alert[], titleOf: (count: number) => string): AlertSummary | null {
  const [first] = alerts;
  if (!first) return null;
  const { title, body, link } = first;
  const isCritical = alerts.some((alert) => alert.isCritical);
  const isOneGroup = alerts.every((alert) => categoryOf(alert) === categoryOf(first));
  const group = isOneGroup ? categoryOf(first) : 'system';
  if (alerts.length === 1) return { title: told(title), body: told(body), link, isCritical, group };
  const named = alerts.slice(-NAMED).reverse();
  const names =
    named.map((alert) => told(alert.title)).join(' · ') + (alerts.length > named.length ? ' …' : '');
  return { title: titleOf(alerts.length), body: names, link: ALERTS_ROUTE, isCritical, group };
}
