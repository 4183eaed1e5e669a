import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Copy16Regular } from '@fluentui/react-icons';
import type { z } from 'zod';
import type { LogEntrySchema } from '../../../shared/contract/logs.ts';
import { StrategyLink } from '../../features/strategies/strategy-link.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { topicText } from '../../i18n/log-labels.ts';
import { inEnglish, t, labels } from '../../i18n/translate.ts';
import { timeColumn } from '../../ui/columns.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { notify } from '../../ui/toasts.tsx';

type LogEntry = z.output<typeof LogEntrySchema>;

const useStyles = makeStyles({
  text: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

const levelTones = { info: 'neutral', warning: 'warning', error: 'bad' } as const;
const levelLabels = labels({ info: 'Info', warning: 'Warning', error: 'Error' });

const LogText = ({ text }: { text: string }) => (
  <span className={useStyles().text}>
    <SaidByServer>{text}</SaidByServer>
  </span>
);

/** In English like the log itself, for whoever reads it elsewhere. */
const lineOf = (entry: LogEntry): string =>
  inEnglish(() =>
    [dateTimeText(Date.parse(entry.at)), entry.level, entry.topic, entry.strategyName, entry.text]
      .filter(Boolean)
      .join('  '),
  );

const copyLine = async (entry: LogEntry): Promise<void> => {
  await copyText(lineOf(entry));
  notify({ tone: 'news', message: t('Line copied.') });
};

export const logColumns = (): readonly Column<LogEntry>[] => [
  timeColumn('at', t('Time (IST)'), (row) => row.at),
  {
    key: 'level',
    title: t('Level'),
    render: (row) => <StatusText tone={levelTones[row.level]}>{levelLabels[row.level]}</StatusText>,
    csv: (row) => row.level,
  },
  {
    key: 'topic',
    title: t('Topic'),
    kind: 'quiet',
    render: (row) => topicText(row.topic),
    csv: (row) => row.topic,
  },
  {
    key: 'strategy',
    title: t('Strategy'),
    kind: 'quiet',
    render: (row) =>
      row.strategyId === null ? (
        '–'
      ) : (
        <StrategyLink strategyId={row.strategyId} strategyTab="log" isManual={row.isManual}>
          {row.strategyName}
        </StrategyLink>
      ),
    csv: (row) => row.strategyName ?? '',
  },
  {
    key: 'text',
    title: t('What happened'),
    kind: 'wrap',
    render: (row) => <LogText text={row.text} />,
    csv: (row) => row.text,
  },
  {
    key: 'copy',
    title: t('Actions'),
    isTitleHidden: true,
    render: (row) => (
      <Button
        size="small"
        appearance="subtle"
        icon={<Copy16Regular />}
        aria-label={t('Copy line {{number}}', { number: row.logId })}
        onClick={() => void copyLine(row)}
      />
    ),
  },
];

/** Lines of a log, newest first. */
export const LogTable = ({ label, rows }: { label: string; rows: readonly LogEntry[] }) => (
  <DataTable label={label} columns={logColumns()} rows={rows} rowKey={(row) => row.logId} />
);
