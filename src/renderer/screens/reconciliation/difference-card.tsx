import { makeStyles, tokens } from '@fluentui/react-components';
import type { DifferenceResolution } from '../../../shared/account-difference.ts';
import type { AccountDifference } from '../../../shared/contract/live.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { contractName } from '../../i18n/contract-name.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { FactRows } from '../../ui/fact-rows.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import {
  isLeftAlone,
  kindSentence,
  resolutionsOf,
  resolutionText,
  settledText,
} from './difference-labels.ts';

const useStyles = makeStyles({
  text: { margin: 0 },
  quiet: { backgroundColor: 'transparent' },
  aside: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    columnGap: tokens.spacingHorizontalM,
  },
  found: { color: tokens.colorNeutralForeground3 },
  sides: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  side: { minWidth: 0 },
  sideTitle: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
});

/** Our side of a difference: the quantity, and which strategies hold it. */
const ourFacts = ({ ours, positions }: AccountDifference) => [
  { name: t('Quantity'), value: formatCount(ours) },
  ...positions.map(({ positionId, strategyName, quantity, missing }) => ({
    name: t('{{name}}, position {{positionId}}', { name: strategyName, positionId }),
    value:
      missing === 0
        ? formatCount(quantity)
        : t('{{quantity}}, {{missing}} missing there', {
            quantity: formatCount(quantity),
            missing: formatCount(missing),
          }),
  })),
];

/** The account's side of a difference: the quantity, and trades of today that are not ours. */
const theirFacts = ({ theirs, lastPrice, factor, trades }: AccountDifference) => [
  { name: t('Quantity'), value: formatCount(theirs) },
  { name: t('LTP'), value: lastPrice === null ? t('Not known') : formatRupees(lastPrice) },
  ...trades.map(({ side, quantity, price, at }) => ({
    name:
      side === 'sell'
        ? t('Sold {{time}}', { time: dateTimeText(Date.parse(at)) })
        : t('Bought {{time}}', { time: dateTimeText(Date.parse(at)) }),
    value: t('{{quantity}} at {{price}}', { quantity: formatCount(quantity), price: formatRupees(price) }),
  })),
  ...(factor === null ? [] : [{ name: t('Split factor'), value: String(Number(factor.toFixed(2))) }]),
];

interface DifferenceCardProps {
  difference: AccountDifference;
  onSettle: (resolution: DifferenceResolution) => void;
}

/** One difference that is there: both sides' evidence, and what can be decided. Quiet once it was left alone. */
export const DifferenceCard = ({ difference, onSettle }: DifferenceCardProps) => {
  const styles = useStyles();
  const isQuiet = isLeftAlone(difference);
  const found = t('Found {{time}}', { time: dateTimeText(Date.parse(difference.foundAt)) });
  return (
    <SectionCard
      title={contractName(difference)}
      className={isQuiet ? styles.quiet : undefined}
      aside={
        <span className={styles.aside}>
          {isQuiet && <StatusText tone="neutral">{settledText(difference)}</StatusText>}
          {isQuiet ? (
            <span className={styles.found}>{found}</span>
          ) : (
            <StatusText tone="warning">{found}</StatusText>
          )}
        </span>
      }
    >
      <p className={styles.text}>{kindSentence(difference)}</p>
      {difference.actions.map((action) => (
        <p key={action} className={styles.text}>
          <SaidByServer>{action}</SaidByServer>
        </p>
      ))}
      <div className={styles.sides}>
        <div className={styles.side}>
          <h3 className={styles.sideTitle}>TrickDesk</h3>
          <FactRows facts={ourFacts(difference)} />
        </div>
        <div className={styles.side}>
          <h3 className={styles.sideTitle}>{t('The account')}</h3>
          <FactRows facts={theirFacts(difference)} />
        </div>
      </div>
      <Toolbar
        start={resolutionsOf(difference).map((resolution) => (
          <OnlineButton key={resolution} call="live.settleDifference" onClick={() => onSettle(resolution)}>
            {resolutionText(difference, resolution)}…
          </OnlineButton>
        ))}
      />
    </SectionCard>
  );
};
