import { Button, Link } from '@fluentui/react-components';
import { DocumentRegular } from '@fluentui/react-icons';
import { dayText } from '../../i18n/dates.ts';
import type { Subscription } from '../../../shared/contract/subscription.ts';
import { formatRupees } from '../../../shared/money.ts';

import { PLAN_KIND_WORDS, SUBSCRIPTION_TONES, SUBSCRIPTION_WORDS } from '../../i18n/money-words.ts';
import { routeHref } from '../../state/navigation.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const dayOf = (instant: string): string => dayText(Date.parse(instant));

/** What happens to a plan next, and when. */
export const nextOf = ({ state, paidUntil, graceUntil, isRenewing }: Subscription): string => {
  if (state === 'grace')
    return `Was due on ${dayOf(paidUntil)}; ends on ${dayOf(graceUntil ?? paidUntil)} unless it is paid`;
  if (state === 'ended') return `Ended, paid until ${dayOf(paidUntil)}`;
  return isRenewing ? `Renews on ${dayOf(paidUntil)}` : `Ends on ${dayOf(paidUntil)}`;
};

interface CurrentPlansProps {
  plans: readonly Subscription[];
  onCancel: (plan: Subscription) => void;
}

const columnsWith = (onCancel: CurrentPlansProps['onCancel']): readonly Column<Subscription>[] => [
  { key: 'name', title: 'Plan', render: (row) => row.name },
  { key: 'kind', title: 'For', kind: 'quiet', render: (row) => PLAN_KIND_WORDS[row.kind] },
  {
    key: 'state',
    title: 'State',
    render: (row) => (
      <StatusText tone={SUBSCRIPTION_TONES[row.state]}>{SUBSCRIPTION_WORDS[row.state]}</StatusText>
    ),
  },
  { key: 'next', title: 'What is next', kind: 'wrap', render: nextOf },
  {
    key: 'price',
    title: 'With GST',
    align: 'end',
    render: (row) => formatRupees(row.price + row.gst),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    render: (row) => (
      <>
        {row.state === 'grace' && <Link href={routeHref('/my-transactions')}>Pay now</Link>}{' '}
        {(row.state === 'active' || row.state === 'grace') && (
          <Button size="small" aria-label={`Cancel ${row.name}`} onClick={() => onCancel(row)}>
            Cancel
          </Button>
        )}
      </>
    ),
  },
];

/** Plans that the person has, or had. */
export const CurrentPlans = ({ plans, onCancel }: CurrentPlansProps) =>
  plans.length === 0 ? (
    <EmptyPanel
      icon={<DocumentRegular fontSize={32} />}
      sentence="You have no paid plan. Test trading and the free backtests need none."
    />
  ) : (
    <DataTable
      label="Current plans"
      columns={columnsWith(onCancel)}
      rows={plans}
      rowKey={(row) => row.subscriptionId}
    />
  );
