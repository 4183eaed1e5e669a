import { Button, Link } from '@fluentui/react-components';
import { DocumentRegular } from '@fluentui/react-icons';
import type { Subscription } from '../../../shared/contract/subscription.ts';
import { dayText } from '../../i18n/dates.ts';
import { PLAN_KIND_LABELS, SUBSCRIPTION_TONES, SUBSCRIPTION_LABELS } from '../../i18n/money-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { rupeesColumn, saidColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const dayOf = (instant: string): string => dayText(Date.parse(instant));

/** Next change of a plan, and when. */
export const nextOf = ({ state, paidUntil, graceUntil, isRenewing, message }: Subscription): string => {
  if (state === 'grace')
    return t('Was due on {{due}}; ends on {{end}} unless it is paid', {
      due: dayOf(paidUntil),
      end: dayOf(graceUntil ?? paidUntil),
    });
  // Another took its place before its time: the server says which, and how much came back.
  if (state === 'ended' && Date.parse(paidUntil) > Date.now()) return message;
  if (state === 'ended') return t('Ended, paid until {{day}}', { day: dayOf(paidUntil) });
  return isRenewing
    ? t('Renews on {{day}}', { day: dayOf(paidUntil) })
    : t('Ends on {{day}}', { day: dayOf(paidUntil) });
};

interface CurrentPlansProps {
  plans: readonly Subscription[];
  onCancel: (plan: Subscription) => void;
}

const columnsWith = (onCancel: CurrentPlansProps['onCancel']): readonly Column<Subscription>[] => [
  saidColumn('name', t('Plan'), (row) => row.name),
  textColumn('kind', t('For'), (row) => PLAN_KIND_LABELS[row.kind], { kind: 'quiet' }),
  {
    key: 'state',
    title: t('Status'),
    render: (row) => (
      <StatusText tone={SUBSCRIPTION_TONES[row.state]}>{SUBSCRIPTION_LABELS[row.state]}</StatusText>
    ),
    csv: (row) => row.state,
  },
  textColumn('next', t('What is next'), nextOf, { kind: 'wrap' }),
  rupeesColumn('price', t('With GST'), (row) => row.price + row.gst),
  {
    key: 'actions',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (row) => (
      <>
        {row.state === 'grace' && <Link href={routeHref('/my-transactions')}>{t('Pay now')}</Link>}{' '}
        {(row.state === 'active' || row.state === 'grace') && (
          <Button
            size="small"
            aria-label={t('Cancel {{name}}', { name: serverText(row.name) })}
            onClick={() => onCancel(row)}
          >
            {t('Cancel')}
          </Button>
        )}
      </>
    ),
  },
];

/** Plans that the person has, or had. */
export const CurrentPlans = ({ plans, onCancel }: CurrentPlansProps) => {
  const columns = columnsWith(onCancel);
  useCsvExport(plans.length === 0 ? null : csvOfRows('my-plans', columns, plans));
  return plans.length === 0 ? (
    <EmptyPanel
      icon={<DocumentRegular fontSize={32} />}
      sentence={t('You have no paid plan. Paper trading and the free backtests need none.')}
    />
  ) : (
    <DataTable
      label={t('Current plans')}
      columns={columns}
      rows={plans}
      rowKey={(row) => row.subscriptionId}
    />
  );
};
