import { makeStyles, tokens } from '@fluentui/react-components';
import { writtenDay } from '../i18n/dates.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  lines: { display: 'inline-flex', flexDirection: 'column', lineHeight: tokens.lineHeightBase200 },
  expiry: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

/** `NIFTY 2026-12-29 24500 CE`, `BSE:SENSEX 2026-12-31 FUT`. */
const CONTRACT = /^(\S+) (\d{4}-\d{2}-\d{2}) (\S.*)$/;

/** Symbol in a narrow cell. The long one of a contract is in two lines, and read as one. */
export const SymbolText = ({ symbol }: { symbol: string }) => {
  const styles = useStyles();
  const [, underlying, expiry, kind] = CONTRACT.exec(symbol) ?? [];
  if (underlying === undefined || expiry === undefined) return symbol;
  return (
    <span title={symbol}>
      <VisuallyHidden>{symbol}</VisuallyHidden>
      <span aria-hidden className={styles.lines}>
        <span>
          {underlying} {kind}
        </span>
        <span className={styles.expiry}>{writtenDay(expiry)}</span>
      </span>
    </span>
  );
};
