import { useEffect } from 'react';
import type { z } from 'zod';
import type { contract } from '../../../shared/contract/index.ts';
import { formatCount, formatRupees, priceOrDash } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';

type Calculation = z.output<(typeof contract)['strategies']['calculation']['output']>;
type Line = Calculation['instruments'][number];

const calculation = createPaneResource(api.strategies.calculation);

const columns = (): readonly Column<Line>[] => [
  { key: 'symbol', title: t('Instrument'), render: (row) => row.symbol },
  {
    key: 'price',
    title: t('Price'),
    align: 'end',
    render: (row) => priceOrDash(row.price),
  },
  { key: 'quantity', title: t('Qty'), align: 'end', render: (row) => formatCount(row.quantity) },
  {
    key: 'capital',
    title: t('Margin required'),
    align: 'end',
    render: (row) => formatRupees(row.capitalUsed),
  },
  {
    key: 'charges',
    title: t('Round-trip charges'),
    align: 'end',
    render: (row) => formatRupees(row.chargesRoundTrip),
  },
  {
    key: 'loss',
    title: t('Loss at stop'),
    align: 'end',
    render: (row) => (row.lossAtStop === null ? '–' : formatRupees(row.lossAtStop)),
  },
  {
    key: 'note',
    title: t('Note'),
    kind: 'wrap',
    render: (row) => row.note && <SaidByServer>{row.note}</SaidByServer>,
  },
];

/** Requirements of one entry at today's prices: quantity, capital, charges, loss at the stop. */
export const EntryRequirements = ({ strategyId, capital }: { strategyId: number; capital: number }) => {
  const here = calculation.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ strategyId, capital });
  }, [here, strategyId, capital]);
  return (
    <SectionCard title={t('Margin & risk per entry')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.instruments.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ strategyId, capital })}
        skeleton={<TableSkeleton rows={2} />}
        empty={{ icon: null, sentence: t('The strategy names no instrument.') }}
      >
        {value && (
          <>
            <DataTable
              label={t('Margin & risk per entry')}
              columns={columns()}
              rows={value.instruments}
              rowKey={(row) => row.symbol}
            />
            <p>
              {value.worstDayInTest === null ? (
                t('Worst day on paper: no losing day yet')
              ) : (
                <Sentence
                  text="Worst day on paper: <amount/>"
                  parts={{ amount: <MoneyChange paise={value.worstDayInTest} /> }}
                />
              )}
            </p>
          </>
        )}
      </Content>
    </SectionCard>
  );
};
