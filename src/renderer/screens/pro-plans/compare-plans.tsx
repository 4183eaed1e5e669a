import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ProPlan } from '../../../shared/contract/advisors.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t, labels, serverText } from '../../i18n/translate.ts';
import { RISK_LABELS, TRADED_AT } from '../../i18n/strategy-labels.ts';
import { csvOfRows, useCsvExport, type CsvColumn } from '../../state/csv-export.ts';
import { routeHref } from '../../state/navigation.ts';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { StatusText, type StatusTone } from '../../ui/status-text.tsx';

const useStyles = makeStyles({
  frame: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: { width: '100%', minWidth: '760px', borderCollapse: 'collapse', tableLayout: 'fixed' },
  name: {
    width: '132px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    textAlign: 'left',
    verticalAlign: 'top',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '24px',
    fontWeight: tokens.fontWeightRegular,
  },
  head: { padding: tokens.spacingHorizontalL, textAlign: 'left', verticalAlign: 'top' },
  title: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  cell: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    verticalAlign: 'top',
    lineHeight: '24px',
  },
  row: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  quiet: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  figure: { display: 'flex', alignItems: 'center', minHeight: '24px' },
  strategies: { margin: 0, padding: 0, listStyleType: 'none' },
  price: { fontWeight: tokens.fontWeightSemibold },
});

const TONES: Readonly<Record<ProPlan['suitability']['state'], StatusTone>> = {
  unknown: 'neutral',
  suitable: 'good',
  above: 'warning',
};
const SUITS: Readonly<Record<ProPlan['suitability']['state'], string>> = labels({
  unknown: 'Not known yet',
  suitable: 'Suits you',
  above: 'Above your band',
});

const Figure = ({ name, how, children }: { name: string; how: string; children: ReactNode }) => (
  <span className={useStyles().figure}>
    {children}
    <Explain figure={name} explanation={serverText(how)} />
  </span>
);

interface Feature {
  name: string;
  render: (plan: ProPlan, styles: ReturnType<typeof useStyles>) => ReactNode;
}

const features = (): readonly Feature[] => [
  {
    name: t('Advisor'),
    render: ({ advisor }, styles) => (
      <>
        {advisor.name}
        <p className={styles.quiet}>
          <SaidByServer>{advisor.bio}</SaidByServer>
        </p>
        <p className={styles.quiet}>
          {advisor.isExample ? (
            <Sentence
              text="SEBI research analyst {{registration}}<strong> · example, not a real registration</strong>"
              values={{ registration: advisor.registration }}
              parts={{ strong: <strong /> }}
            />
          ) : (
            t('SEBI research analyst {{registration}}', { registration: advisor.registration })
          )}
        </p>
      </>
    ),
  },
  { name: t('Risk'), render: ({ risk }) => RISK_LABELS[risk] },
  {
    name: t('For you'),
    render: ({ suitability }, styles) => (
      <>
        <StatusText tone={TONES[suitability.state]}>{SUITS[suitability.state]}</StatusText>
        <p className={styles.quiet}>
          <SaidByServer>{suitability.sentence}</SaidByServer>
        </p>
      </>
    ),
  },
  {
    name: t('Fee'),
    render: ({ fee, gst, days }, styles) => (
      <>
        <span className={styles.price}>{formatRupees(fee)}</span>
        <p className={styles.quiet}>
          {t('+ {{gst}} GST, for {{days}} days', { gst: formatRupees(gst), days })}
        </p>
      </>
    ),
  },
  {
    name: t('Strategies'),
    render: ({ strategies }, styles) => (
      <ul className={styles.strategies}>
        {strategies.map(({ strategyId, name }) => (
          <li key={strategyId}>
            <Link href={routeHref(`/strategies/${strategyId}`)}>{name}</Link>
          </li>
        ))}
      </ul>
    ),
  },
  {
    name: t('P&L on paper'),
    render: ({ name, trackRecord: { statistics, equity } }, styles) => (
      <>
        <Figure
          name={t('P&L of {{name}}', { name })}
          how={t(
            'What all its strategies made together on paper, after charges: {{net}}, divided by their capital together, {{capital}}.',
            { net: formatRupees(statistics.net), capital: formatRupees(statistics.capital) },
          )}
        >
          <PercentChange percent={statistics.returnPercent} hasMark />
        </Figure>
        <Sparkline values={equity} label={t('Result of {{name}} over 30 market days', { name })} />
        <p className={styles.quiet}>
          <Sentence
            text="<money/> {{where}}"
            values={{ where: TRADED_AT[statistics.source] }}
            parts={{ money: <MoneyChange paise={statistics.net} /> }}
          />
        </p>
      </>
    ),
  },
  {
    name: t('Max drawdown'),
    render: ({ name, trackRecord: { statistics } }) => (
      <Figure
        name={t('Max drawdown of {{name}}', { name })}
        how={t(
          'The largest fall of capital and result together from its highest point so far, in percent of that point: {{fall}}. Counted after each closed trade.',
          { fall: formatRupees(statistics.maxDrawdown) },
        )}
      >
        {formatPercent(statistics.maxDrawdownPercent)}
      </Figure>
    ),
  },
  {
    name: t('Trades won'),
    render: ({ name, trackRecord: { statistics } }) =>
      statistics.winPercent === null ? (
        '–'
      ) : (
        <Figure
          name={t('Trades won by {{name}}', { name })}
          how={t(
            'Trades that made money after charges, in percent of all {{trades}} closed trades. The legs of a structure count as one trade.',
            {
              trades: formatCount(statistics.results),
            },
          )}
        >
          {t('{{percent}} of {{trades}}', {
            percent: formatPercent(statistics.winPercent),
            trades: formatCount(statistics.results),
          })}
        </Figure>
      ),
  },
];

/** Advisor plans in a file for a spreadsheet. */
const planColumns = (): readonly CsvColumn<ProPlan>[] => [
  { title: t('Plan'), csv: (plan) => plan.name },
  { title: t('Advisor'), csv: (plan) => plan.advisor.name },
  { title: t('Registration'), csv: (plan) => plan.advisor.registration },
  { title: t('Risk'), csv: (plan) => plan.risk },
  { title: t('For you'), csv: (plan) => SUITS[plan.suitability.state] },
  { title: t('Fee'), csv: (plan) => csvRupees(plan.fee) },
  { title: 'GST', csv: (plan) => csvRupees(plan.gst) },
  { title: t('Days'), csv: (plan) => String(plan.days) },
  { title: t('Strategies'), csv: (plan) => plan.strategies.map(({ name }) => name).join(', ') },
  { title: t('Return %'), csv: ({ trackRecord }) => csvNumber(trackRecord.statistics.returnPercent) },
  {
    title: t('Max drawdown %'),
    csv: ({ trackRecord }) => csvNumber(trackRecord.statistics.maxDrawdownPercent),
  },
  { title: t('Won %'), csv: ({ trackRecord }) => csvNumber(trackRecord.statistics.winPercent) },
  { title: t('Trades'), csv: ({ trackRecord }) => String(trackRecord.statistics.trades) },
];

interface ComparePlansProps {
  plans: readonly ProPlan[];
  onActivate: (plan: ProPlan) => void;
  /** Where the suitability is not known yet. */
  onAnswer: (plan: ProPlan) => void;
}

/** Advisor plans beside each other, feature by feature. */
export const ComparePlans = ({ plans, onActivate, onAnswer }: ComparePlansProps) => {
  const styles = useStyles();
  useCsvExport(plans.length === 0 ? null : csvOfRows('pro-plans', planColumns(), plans));
  // One button stands out: that of the first plan that suits and is not there yet.
  const first = plans.find(({ isCurrent, suitability }) => !isCurrent && suitability.state === 'suitable');
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t('Pro plans, scrolls sideways')}>
      <table className={styles.table} aria-label={t('Pro plans')}>
        <thead>
          <tr>
            <td className={styles.name} />
            {plans.map(({ planId, name, summary }) => (
              <th key={planId} scope="col" className={styles.head}>
                <span className={styles.title}>{name}</span>
                <p className={styles.quiet}>
                  <SaidByServer>{summary}</SaidByServer>
                </p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features().map(({ name, render }) => (
            <tr key={name} className={styles.row}>
              <th scope="row" className={styles.name}>
                {name}
              </th>
              {plans.map((plan) => (
                <td key={plan.planId} className={styles.cell}>
                  {render(plan, styles)}
                </td>
              ))}
            </tr>
          ))}
          <tr className={styles.row}>
            <td className={styles.name} />
            {plans.map((plan) => (
              <td key={plan.planId} className={styles.cell}>
                {plan.isCurrent ? (
                  <StatusText tone="good">{t('Yours')}</StatusText>
                ) : plan.suitability.state === 'unknown' ? (
                  <OnlineButton
                    call="advisors.saveQuestionnaire"
                    aria-label={t('Answer the risk questions for {{name}}', { name: plan.name })}
                    onClick={() => onAnswer(plan)}
                  >
                    {t('Does it suit me?')}
                  </OnlineButton>
                ) : (
                  <OnlineButton
                    call="subscription.buy"
                    appearance={plan === first ? 'primary' : 'secondary'}
                    aria-label={t('Activate {{name}}', { name: plan.name })}
                    onClick={() => onActivate(plan)}
                  >
                    {t('Activate…')}
                  </OnlineButton>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
};
