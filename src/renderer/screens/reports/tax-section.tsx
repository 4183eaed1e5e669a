import { Button, makeStyles, Select, Switch, tokens } from '@fluentui/react-components';
import { DocumentBulletListRegular } from '@fluentui/react-icons';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { session } from '../../state/session.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { usePrintDocument } from '../../state/print.ts';
import { Content } from '../../ui/content.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { taxDocument } from './tax-document.ts';
import { CarriedLosses, TaxBuckets, TaxLots } from './tax-tables.tsx';
import { type Asked, taxReport, taxTable, type TaxReport } from './tax.ts';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  notes: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

type Change = (patch: Partial<{ year: string; page: number; tradebook: 'with' | 'without' }>) => void;

const Report = ({
  report,
  mode,
  onPage,
}: {
  report: TaxReport;
  mode: Asked['mode'];
  onPage: (page: number) => void;
}) => {
  const styles = useStyles();
  useCsvExport(() => taxTable(report, mode));
  const holder = session.use((state) => state.user?.fullName ?? '');
  usePrintDocument(() => taxDocument(report, mode, holder));
  const { capitalGains, losses, notes, tradebook, source } = report;
  return (
    <div className={styles.stack}>
      <SectionCard title={t('FY {{year}}', { year: report.financialYear })}>
        <TaxBuckets rows={report.buckets} />
        <FigureList
          figures={[
            {
              name: t('Short-term gain'),
              value: <MoneyChange paise={capitalGains.shortTerm} />,
              explanation: t(
                'What is left of short-term gains after this year’s losses and those brought forward.',
              ),
            },
            {
              name: t('Long-term gain'),
              value: <MoneyChange paise={capitalGains.longTerm} />,
              explanation: t('What is left of long-term gains after losses, before the free part.'),
            },
            {
              name: t('Exempt LTCG'),
              value: formatRupees(capitalGains.exemption),
              explanation: t(
                'Long-term gains of a year are free up to a limit that the law sets for the year.',
              ),
            },
            {
              name: t('Tax on capital gains'),
              value: capitalGains.tax === null ? t('Not worked out') : formatRupees(capitalGains.tax),
              explanation: t(
                'Short-term gain × its rate + (long-term gain − free part) × its rate, before surcharge and cess. Business income is taxed at your slab rate and is not in it.',
              ),
            },
          ]}
        />
        <p className={styles.quiet}>
          {mode === 'test'
            ? t('Of paper trades {{where}}: an exercise, nothing of it is to be taxed.', {
                where: TRADED_AT[source],
              })
            : tradebook && tradebook.fills + tradebook.own > 0
              ? t('With {{number}} imported fills.', { number: formatCount(tradebook.fills) })
              : t('Of live trades here.')}
        </p>
      </SectionCard>
      {losses.length > 0 && (
        <SectionCard title={t('Losses carried forward')}>
          <CarriedLosses rows={losses} />
        </SectionCard>
      )}
      <SectionCard title={t('FIFO matches')}>
        {report.lots.length > 0 ? (
          <TaxLots rows={report.lots} />
        ) : (
          <p className={styles.quiet}>{t('Nothing was completed in this year.')}</p>
        )}
        <Pager
          pageNumber={report.pageNumber}
          pageSize={report.pageSize}
          total={report.total}
          onPage={onPage}
        />
      </SectionCard>
      <SectionCard title={t('What to know')}>
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>
              <SaidByServer>{note}</SaidByServer>
            </li>
          ))}
        </ul>
      </SectionCard>
    </div>
  );
};

/** A year's tax report, with the choice of year and content. A year is a financial year; the content is what counts. */
export const TaxSection = ({ asked, onChange }: { asked: Asked; onChange: Change }) => {
  const here = taxReport.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const { mode, withTradebook } = asked;
  const years = value ? [...new Set([value.financialYear, ...value.years])].sort().reverse() : [];
  return (
    <>
      <Toolbar
        start={
          <Select
            size="small"
            aria-label={t('Financial year')}
            value={value?.financialYear ?? ''}
            onChange={(_, data) => onChange({ year: data.value, page: 1 })}
          >
            {years.map((year) => (
              <option key={year} value={year}>
                {t('April to March, {{year}}', { year })}
              </option>
            ))}
          </Select>
        }
        end={
          mode === 'live' && (
            <Switch
              label={t('With imported tradebooks')}
              checked={withTradebook}
              onChange={(_, data) =>
                onChange({ tradebook: data.checked ? 'with' : 'without', year: '', page: 1 })
              }
            />
          )
        }
      />
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.years.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load(asked)}
        skeleton={<BlockSkeleton height={360} />}
        empty={{
          icon: <DocumentBulletListRegular fontSize={32} />,
          sentence:
            mode === 'live'
              ? t('Nothing real was bought and sold yet. What you traded elsewhere can be imported below.')
              : t('No paper trade has closed yet.'),
          action:
            mode === 'live' && !withTradebook ? (
              <Button onClick={() => onChange({ tradebook: 'with' })}>
                {t('Count imported tradebooks')}
              </Button>
            ) : undefined,
        }}
      >
        {value && <Report report={value} mode={mode} onPage={(page) => onChange({ page })} />}
      </Content>
    </>
  );
};
