import { Button, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { ArrowLeft16Regular, ArrowRight16Regular } from '@fluentui/react-icons';
import type { Source } from '../../shared/contract/fields.ts';
import { formatPrice } from '../../shared/money.ts';
import { t } from '../i18n/translate.ts';
import { header } from '../state/header.ts';
import { useQuote } from '../state/quotes.ts';
import { useHistory, useHistoryEnds } from '../state/navigation.ts';
import { shortcutText } from '../state/shortcut-text.ts';
import { AppMark } from '../ui/app-mark.tsx';
import { appTokens } from '../ui/tokens.ts';
import { PercentChange } from '../ui/money.tsx';
import { INNER_GROUND } from '../ui/number-box.tsx';
import { PaletteButton } from './palette/palette-button.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: '1fr minmax(200px, 380px) 1fr',
    '@media (max-width: 700px)': { gridTemplateColumns: 'auto minmax(0, 1fr)' },
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '40px',
    boxSizing: 'border-box',
    paddingLeft: 'calc(env(titlebar-area-x, 0px) + 12px)',
    paddingRight: 'calc(100vw - env(titlebar-area-width, 100vw) - env(titlebar-area-x, 0px) + 16px)',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    WebkitAppRegion: 'drag',
    userSelect: 'none',
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  noDrag: { display: 'flex', WebkitAppRegion: 'no-drag' },
  ticker: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    minWidth: 0,
    overflow: 'clip',
    ...INNER_GROUND,
    '@media (max-width: 700px)': { display: 'none' },
  },
  index: {
    display: 'flex',
    gap: tokens.spacingHorizontalXS,
    alignItems: 'baseline',
    '@media (max-width: 1179px)': { ':not(:first-child)': { display: 'none' } },
  },
  symbol: { color: tokens.colorNeutralForeground2 },
  price: { fontWeight: tokens.fontWeightSemibold, color: appTokens.numberFg },
});

interface Index {
  symbol: string;
  ltp: number | null;
  changePercent: number | null;
}

/** Moves with the prices of a feed; of none it stands as it was last asked for. */
const IndexQuote = ({ index, source }: { index: Index; source: Source | null }) => {
  const styles = useStyles();
  const quote = useQuote(source, index.symbol);
  const price = quote?.ltp ?? index.ltp;
  const change = quote?.previousClose
    ? ((quote.ltp - quote.previousClose) / quote.previousClose) * 100
    : index.changePercent;
  if (price === null) return null;
  return (
    <li className={styles.index}>
      <span className={styles.symbol}>{index.symbol}</span>
      <span className={styles.price}>{formatPrice(price)}</span>
      {change !== null && <PercentChange percent={change} hasMark />}
    </li>
  );
};

/** The window's own bar: the application, back and forward, where to go, and the indices. */
export const TitleBar = () => {
  const styles = useStyles();
  const history = useHistory();
  const { canGoBack, canGoForward } = useHistoryEnds();
  const shown = header.use((state) => state.value);
  return (
    <header className={styles.root} data-region="title-bar">
      <div className={styles.brand}>
        <AppMark />
        <span className={styles.noDrag}>
          <Tooltip
            content={t('Back ({{shortcut}})', { shortcut: shortcutText('back') })}
            relationship="label"
          >
            <Button
              appearance="subtle"
              size="small"
              icon={<ArrowLeft16Regular />}
              disabledFocusable={!canGoBack}
              onClick={() => history.back()}
            />
          </Tooltip>
          <Tooltip
            content={t('Forward ({{shortcut}})', { shortcut: shortcutText('forward') })}
            relationship="label"
          >
            <Button
              appearance="subtle"
              size="small"
              icon={<ArrowRight16Regular />}
              disabledFocusable={!canGoForward}
              onClick={() => history.forward()}
            />
          </Tooltip>
        </span>
      </div>
      <div className={styles.noDrag}>
        <PaletteButton />
      </div>
      <ul className={styles.ticker} aria-label={t('Indices')}>
        {/* While the clock is the exchange's, so are the indices: no price of another market moves them. */}
        {shown?.indices.map((index) => (
          <IndexQuote
            key={index.symbol}
            index={index}
            source={shown.live === null ? shown.feed.kind : null}
          />
        ))}
      </ul>
    </header>
  );
};
