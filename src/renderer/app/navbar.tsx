import { Button, CounterBadge, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { Alert20Regular } from '@fluentui/react-icons';
import type { Settings } from '../../shared/desktop.ts';
import { formatRupees } from '../../shared/money.ts';
import { t } from '../i18n/translate.ts';
import { header, unreadAlerts } from '../state/header.ts';
import { routeHref } from '../state/navigation.ts';
import { shortcutText } from '../state/shortcut-text.ts';
import { ModeChip } from '../ui/mode-chip.tsx';
import { appTokens } from '../ui/tokens.ts';
import type { ScreenHeader } from '../ui/screen.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BrokerPill } from './broker-pill.tsx';
import { MarketClock } from './market-clock.tsx';
import { PageExports } from './page-exports.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '52px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalM} 0 ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    zIndex: 2,
    // At a large zoom there is little room: the bar becomes two lines, and scrolls away with the page.
    '@media (max-width: 700px)': {
      flexWrap: 'wrap',
      gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
      padding: tokens.spacingHorizontalS,
    },
  },
  floating: {
    position: 'sticky',
    '@media (max-width: 700px)': { position: 'static' },
    top: '12px',
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow8,
    // What is scrolled past does not show in the gap above.
    '::before': {
      content: '""',
      position: 'absolute',
      inset: '-13px -1px auto',
      height: '12px',
      backgroundColor: appTokens.appBackground,
    },
  },
  sticky: { position: 'sticky', top: 0, '@media (max-width: 700px)': { position: 'static' } },
  static: { borderRadius: tokens.borderRadiusXLarge },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  space: { flexGrow: 1 },
  divider: {
    alignSelf: 'stretch',
    width: '1px',
    margin: '12px 0',
    backgroundColor: tokens.colorNeutralStroke2,
  },
  // The sign of the calendar stays beside it; a long title gives way first.
  clock: { display: 'inline-flex', flexShrink: 0, '@media (max-width: 700px)': { flexShrink: 1 } },
  bell: { position: 'relative', display: 'inline-flex' },
  badge: { position: 'absolute', top: '-2px', right: '-2px', pointerEvents: 'none' },
  // A figure that is cut reads as another one.
  wallet: {
    flexShrink: 0,
    minWidth: 0,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    whiteSpace: 'nowrap',
  },
});

const Bell = () => {
  const styles = useStyles();
  const unread = unreadAlerts.use((state) => state.value) ?? 0;
  return (
    <span className={styles.bell}>
      <Tooltip
        content={t('Alerts ({{shortcut}})', { shortcut: shortcutText('alerts') })}
        relationship="description"
      >
        <Button
          as="a"
          appearance="subtle"
          icon={<Alert20Regular />}
          href={routeHref('/notifications')}
          aria-label={unread > 0 ? t('Alerts, {{unread}} unread', { unread }) : t('Alerts')}
        />
      </Tooltip>
      {unread > 0 && (
        <CounterBadge className={styles.badge} count={unread} size="small" color="danger" aria-hidden />
      )}
    </span>
  );
};

/** The bar over the page: where we are, whether it is live, broker, market, alerts, money, account. */
export const Navbar = ({ screen, kind }: { screen: ScreenHeader; kind: Settings['layout']['navbar'] }) => {
  const styles = useStyles();
  const value = header.use((state) => state.value);
  return (
    <div className={mergeClasses(styles.root, styles[kind])} data-region="navbar">
      <h1 className={styles.title} title={screen.title}>
        {screen.title}
      </h1>
      {screen.mode && <ModeChip mode={screen.mode} />}
      <PageExports />
      <span className={styles.space} />
      <BrokerPill />
      <span className={styles.clock} data-tour="clock">
        <MarketClock />
      </span>
      <span className={styles.divider} />
      <Bell />
      {value && (
        <Tooltip
          content={t('Wallet ({{shortcut}})', { shortcut: shortcutText('wallet') })}
          relationship="description"
        >
          <Button
            as="a"
            appearance="subtle"
            className={styles.wallet}
            href={routeHref('/wallet')}
            aria-label={t('Wallet {{balance}}', { balance: formatRupees(value.walletBalance) })}
          >
            {formatRupees(value.walletBalance)}
          </Button>
        </Tooltip>
      )}
      <span data-tour="account">
        <AccountMenu />
      </span>
    </div>
  );
};
