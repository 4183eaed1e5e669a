import { ALERT_CATEGORIES, ALL_CATEGORIES, type AlertCategory } from '../../../shared/alert-category.ts';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { FIRST_PAGE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { CATEGORY_LABELS } from '../../i18n/alert-labels.ts';
import { csvTime, csvYesNo } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { createAction } from '../../state/action.ts';
import { csvTableOf, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';
import { unreadAlerts } from '../../state/header.ts';
import { allRows, type PageRequest } from '../../state/all-rows.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type CategoryChoice = 'all' | AlertCategory;

export const CATEGORY_CHOICES: readonly [CategoryChoice, ...CategoryChoice[]] = [
  'all',
  ...(Object.keys(ALERT_CATEGORIES) as AlertCategory[]),
];

export const ALERT_VIEWS = ['told', 'mine', 'fired'] as const;
export type AlertView = (typeof ALERT_VIEWS)[number];

export const alertsSearch = urlSearch({
  view: searchField.oneOf(ALERT_VIEWS, 'told'),
  category: searchField.oneOf(CATEGORY_CHOICES, 'all'),
  page: searchField.page(),
  /** Symbol of a new alert that is begun at once; empty for none. */
  symbol: searchField.text(),
  /** Whose prices it watches. */
  mode: searchField.oneOf(['test', 'live'], 'test'),
  when: searchField.oneOf(['above', 'below', 'crosses'], 'above'),
  /** In rupees, as it was typed. */
  level: searchField.text(),
  /** Whether it begins with the condition that another screen has handed over. */
  rules: searchField.oneOf(['', 'handed'], ''),
});

/** The category as the wire has it. */
export const categoryId = (choice: CategoryChoice): number =>
  choice === 'all' ? ALL_CATEGORIES : ALERT_CATEGORIES[choice];

const pageOf = (answer: { notification_list: Alert[]; total: number }) => ({
  rows: answer.notification_list,
  total: answer.total,
});
const idOf = (alert: Alert): number => alert.notification_id;

export const alertsList = createPagedList({
  call: (request: { categoryId: number; pageNumber: number; pageSize: number }) =>
    api.alerts.list({ ...request, isGrouped: true }),
  page: pageOf,
  idOf,
  filter: { categoryId: ALL_CATEGORIES },
});

const categoryOf = (alert: Alert): AlertCategory =>
  (Object.keys(ALERT_CATEGORIES) as AlertCategory[]).find(
    (name) => ALERT_CATEGORIES[name] === alert.categoryId,
  ) ?? 'system';

const csvColumns = (): readonly CsvColumn<Alert>[] => [
  { title: t('Time (IST)'), csv: (alert) => csvTime(alert.at) },
  { title: t('Category'), csv: (alert) => CATEGORY_LABELS[categoryOf(alert)] },
  { title: t('Title'), csv: (alert) => alert.title },
  { title: t('What happened'), csv: (alert) => alert.body },
  { title: t('Read'), csv: (alert) => csvYesNo(alert.read) },
  { title: t('Critical'), csv: (alert) => csvYesNo(alert.isCritical) },
];

/** Every alert of the category in view, for a spreadsheet; each fill by itself. */
export const alertsCsv = (category: number): ReturnType<CsvSource> => {
  const ask = (page: PageRequest) => api.alerts.list({ categoryId: category, ...page });
  return csvTableOf('alerts', csvColumns(), allRows(ask, pageOf, idOf));
};

const refreshAfterReading = async (): Promise<void> => {
  await unreadAlerts.load(undefined);
  await Promise.all(alertsList.inAll().map((list) => list.load({ pageNumber: FIRST_PAGE })));
};

/** Marks one alert read, or all. In the specification's order: its id, the unread count, page 1 of the same category. */
export const readAlert = createAction(async (input: { notification_id: number }) => {
  const result = await api.alerts.read(input);
  if (result.ok) await refreshAfterReading();
  return result;
});
