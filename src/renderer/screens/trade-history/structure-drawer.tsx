import { makeStyles, tokens } from '@fluentui/react-components';
import type { Structure } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { structureName } from './structures-list.ts';

type LegTrade = Structure['legs'][number];

const useStyles = makeStyles({
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0 },
  leg: { listStyleType: 'none' },
  line: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  symbol: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const legText = ({ side, quantity, entryPrice, exitPrice }: LegTrade): string =>
  t('{{side}} {{quantity}}, {{entry}} to {{exit}}', {
    side: side === 'long' ? t('Long') : t('Short'),
    quantity: formatCount(quantity),
    entry: formatPrice(entryPrice),
    exit: formatPrice(exitPrice),
  });

/** Trades of the legs, in the order of their exits. */
const LegTrades = ({ legs }: Pick<Structure, 'legs'>) => {
  const styles = useStyles();
  return (
    <>
      <h3 className={styles.title}>{t('Trades of the legs')}</h3>
      <ol className={styles.list} aria-label={t('Trades of the legs')}>
        {legs.map((leg, index) => (
          <li key={index} className={styles.leg}>
            <div className={styles.line}>
              <span className={styles.symbol}>{leg.symbol}</span>
              <MoneyChange paise={leg.net} />
            </div>
            <span className={styles.quiet}>{legText(leg)}</span>
          </li>
        ))}
      </ol>
    </>
  );
};

/** A structure with the trades of its legs. */
export const StructureDrawer = ({ structure, onClose }: { structure: Structure; onClose: () => void }) => (
  <DetailsDrawer title={t('Structure of {{name}}', { name: structureName(structure) })} onClose={onClose}>
    <Facts
      facts={[
        [t('Net P&L'), <MoneyChange paise={structure.net} />],
        [t('Mode'), <ModeChip mode={structure.mode} />],
        [t('Strategy'), structure.strategyName],
        [t('Entry'), dateTimeText(Date.parse(structure.enteredAt))],
        [t('Exit'), dateTimeText(Date.parse(structure.exitedAt))],
        [t('Why it left'), <SaidByServer>{structure.exitReason}</SaidByServer>],
        [t('Gross P&L'), <MoneyChange paise={structure.gross} />],
        [t('Charges'), formatRupees(structure.charges)],
        ...(structure.openLegs > 0 ? ([[t('Open legs'), String(structure.openLegs)]] as const) : []),
      ]}
    />
    <LegTrades legs={structure.legs} />
  </DetailsDrawer>
);
