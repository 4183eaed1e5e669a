import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t, serverText } from '../../i18n/translate.ts';
import { StatusText } from '../../ui/status-text.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  price: { margin: 0, fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  action: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    marginTop: 'auto',
    paddingTop: tokens.spacingVerticalS,
  },
});

export interface PlanCard {
  planId: string;
  name: string;
  /** Paise before GST; 0 for the free one. */
  price: number;
  /** Paise. */
  gst: number;
  note: ReactNode;
  isCurrent: boolean;
}

/** Plans side by side; each is bought, or is the current one. */
export const PlanCards = ({
  label,
  plans,
  onBuy,
}: {
  label: string;
  plans: readonly PlanCard[];
  onBuy: (planId: string) => void;
}) => {
  const styles = useStyles();
  return (
    <ul aria-label={label} className={styles.list}>
      {plans.map(({ planId, name, price, gst, note, isCurrent }) => (
        <li key={planId} className={styles.card}>
          <h3 className={styles.name}>{serverText(name)}</h3>
          <p className={styles.price}>{price === 0 ? t('Free') : formatRupees(price)}</p>
          <p className={styles.note}>{price === 0 ? t('Everybody has it') : `+ ${formatRupees(gst)} GST`}</p>
          <p className={styles.note}>{note}</p>
          <div className={styles.action}>
            {isCurrent ? (
              <StatusText tone="good">{t('Current')}</StatusText>
            ) : (
              price > 0 && (
                <OnlineButton
                  size="small"
                  aria-label={t('Buy {{name}}', { name: serverText(name) })}
                  onClick={() => onBuy(planId)}
                >
                  {t('Buy', { context: 'button' })}
                </OnlineButton>
              )
            )}
          </div>
        </li>
      ))}
    </ul>
  );
};
