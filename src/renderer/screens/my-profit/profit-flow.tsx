import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular, ChevronUp16Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { formatPercent, formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { percentOf, type ProfitSide } from './profit.ts';

const useStyles = makeStyles({
  flow: {
    display: 'grid',
    gridTemplateColumns: 'auto auto auto auto 1fr',
    alignItems: 'end',
    columnGap: tokens.spacingHorizontalXXL,
  },
  sign: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
  },
  name: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  value: {
    display: 'flex',
    alignItems: 'center',
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  items: {
    display: 'grid',
    gridTemplateColumns: 'minmax(200px, 320px) minmax(96px, auto)',
    justifyContent: 'start',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    paddingTop: tokens.spacingVerticalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  amount: { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});

const Part = ({ name, children }: { name: string; children: ReactNode }) => {
  const styles = useStyles();
  return (
    <div>
      <p className={styles.name}>{name}</p>
      <p className={styles.value}>{children}</p>
    </div>
  );
};

/** Gross less charges is net; the charges open to what they are made of. */
export const ProfitFlow = ({ side }: { side: ProfitSide }) => {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  const { gross, charges, net, chargeItems } = side;
  const share = percentOf(charges, gross);
  return (
    <SectionCard
      title={t('From gross to net')}
      aside={
        <Button
          size="small"
          appearance="subtle"
          iconPosition="after"
          icon={isOpen ? <ChevronUp16Regular /> : <ChevronDown16Regular />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('Charges breakup')}
        </Button>
      }
    >
      <div className={styles.flow}>
        <Part name={t('Gross')}>
          <MoneyChange paise={gross} />
        </Part>
        <span className={styles.sign} aria-hidden>
          −
        </span>
        <Part name={t('Charges')}>
          {formatRupees(charges)}
          {share !== null && (
            <>
              &nbsp;({formatPercent(share)})
              <Explain
                figure={t('Charges in percent')}
                explanation={t('Charges divided by the gross result: {{charges}} ÷ {{gross}}.', {
                  charges: formatRupees(charges),
                  gross: formatRupees(gross),
                })}
              />
            </>
          )}
        </Part>
        <span className={styles.sign} aria-hidden>
          =
        </span>
        <Part name={t('Net')}>
          <MoneyChange paise={net} />
        </Part>
      </div>
      {isOpen && (
        <dl className={styles.items} aria-label={t('Charges breakup')}>
          {chargeItems.map(({ item, amount }) => (
            <div key={item} style={{ display: 'contents' }}>
              <dt>
                <SaidByServer>{item}</SaidByServer>
              </dt>
              <dd className={styles.amount}>{formatRupees(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </SectionCard>
  );
};
