import type { AlertFiring, AlertRule } from '../../../shared/contract/alert-rules.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, inOrder, saidColumn, statusColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { OUTSIDE_LABELS } from '../../i18n/alert-labels.ts';
import { MARKET_LABELS, REPEAT_LABELS, RULE_STATE_LABELS, RULE_STATE_TONES } from './rule-labels.ts';
import { deliveriesText } from './firing-drawer.tsx';

const channelsText = ({ channels }: AlertRule): string =>
  channels.length === 0 ? t('In the program') : channels.map((channel) => OUTSIDE_LABELS[channel]).join(', ');

/** The value of a condition with the time that it is of; a dash where none is known. */
export const nowText = ({ now }: AlertRule): string =>
  now === null ? '–' : t('{{value}} ({{time}})', { value: now.text, time: dateTimeText(Date.parse(now.at)) });

/** All columns of a rule, in the order of a file. */
export const ruleColumns = (): readonly Column<AlertRule>[] => [
  textColumn('condition', t('Tells when'), (row) => row.sentence, { kind: 'wrap' }),
  textColumn('now', t('Now'), nowText, { kind: 'wrap' }),
  textColumn('note', t('Note'), (row) => row.note, { kind: 'wrap' }),
  textColumn('market', t('Prices'), (row) => MARKET_LABELS[row.mode], { kind: 'quiet' }),
  textColumn('repeat', t('How often'), (row) => REPEAT_LABELS[row.repeat], { kind: 'quiet' }),
  textColumn('channels', t('Sent by'), channelsText, { kind: 'quiet' }),
  statusColumn(
    'state',
    t('Status'),
    (row) => RULE_STATE_LABELS[row.state],
    (row) => RULE_STATE_TONES[row.state],
  ),
  countColumn('fired', t('Fired'), (row) => row.fired),
  timeColumn('created', t('Made (IST)'), (row) => row.createdAt),
];

const RULES_IN_TABLE = ['condition', 'now', 'market', 'repeat', 'channels', 'state', 'fired'];

interface RulesTableProps {
  rows: readonly AlertRule[];
  selectedId: number | null;
  onOpen: (ruleId: number) => void;
}

/** A person's own alert rules. */
export const RulesTable = ({ rows, selectedId, onOpen }: RulesTableProps) => (
  <DataTable
    label={t('My alerts')}
    columns={inOrder(ruleColumns(), RULES_IN_TABLE)}
    rows={rows}
    rowKey={(row) => row.ruleId}
    selectedKey={selectedId}
    onOpen={(row) => onOpen(row.ruleId)}
  />
);

/** All columns of a firing, in the order of a file. */
export const firingColumns = (): readonly Column<AlertFiring>[] => [
  timeColumn('at', t('Market time (IST)'), (row) => row.at),
  saidColumn('title', t('Alert'), (row) => row.title, { kind: 'wrap' }),
  saidColumn('body', t('What happened'), (row) => row.body, { kind: 'wrap' }),
  textColumn('market', t('Prices'), (row) => MARKET_LABELS[row.mode], { kind: 'quiet' }),
  textColumn('deliveries', t('Sent by'), deliveriesText, { kind: 'wrap' }),
  timeColumn('written', t('Written (IST)'), (row) => row.writtenAt),
];

const FIRINGS_IN_TABLE = ['at', 'title', 'body', 'deliveries'];

interface FiringsTableProps {
  rows: readonly AlertFiring[];
  selectedId: number | null;
  onOpen: (firingId: number) => void;
}

/** Firings, and which channel took them. */
export const FiringsTable = ({ rows, selectedId, onOpen }: FiringsTableProps) => (
  <DataTable
    label={t('What has fired')}
    columns={inOrder(firingColumns(), FIRINGS_IN_TABLE)}
    rows={rows}
    rowKey={(row) => row.firingId}
    selectedKey={selectedId}
    onOpen={(row) => onOpen(row.firingId)}
  />
);
