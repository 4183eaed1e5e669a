import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { formatRupees } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { MoneyChange } from '../../ui/money.tsx';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
  },
});

/** One line on the account on paper. It leads to its terms. */
export const PaperLine = ({ onChange }: { onChange: () => void }) => {
  const styles = useStyles();
  const funds = manualAccount.use(({ value }) => value?.funds ?? null);
  useEffect(() => void manualAccount.load(undefined), []);
  return (
    funds && (
      <div className={styles.line}>
        <span>{t('Paper capital {{amount}}', { amount: formatRupees(funds.capital) })}</span>
        <span>
          {funds.maxLossPerDay === null
            ? t('no loss limit of a day')
            : t('loss limit of a day {{amount}}', { amount: formatRupees(funds.maxLossPerDay) })}
        </span>
        <span>
          {t('today')} <MoneyChange paise={funds.today} />
        </span>
        <Button size="small" appearance="subtle" onClick={onChange}>
          {t('Change the account…')}
        </Button>
      </div>
    )
  );
};
