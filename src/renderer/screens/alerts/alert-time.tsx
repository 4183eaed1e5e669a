import { makeStyles, tokens } from '@fluentui/react-components';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
});

/** When an alert came; of a market with a time of its own also that, as its orders and trades are listed by it. */
export const AlertTime = ({ alert: { at, marketAt } }: { alert: Alert }) => (
  <span className={useStyles().root}>
    <span>{dateTimeText(Date.parse(at))}</span>
    {marketAt !== null && <span>{t('market {{time}}', { time: dateTimeText(Date.parse(marketAt)) })}</span>}
  </span>
);
