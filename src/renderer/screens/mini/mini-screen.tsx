import { Button, Link, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { Dismiss16Regular, Open16Regular } from '@fluentui/react-icons';
import { useEffect, type ReactNode } from 'react';
import type { z } from 'zod';
import { isAtWork } from '../../../shared/at-work.ts';
import type { MyHomeSchema } from '../../../shared/contract/home.ts';
import { formatCount } from '../../../shared/money.ts';
import { istMinute } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { AsOf } from '../../features/stream/as-of.tsx';
import { t, serverText } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { ModeToday } from '../../features/strategies/result-figures.tsx';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { askStopAllInMain, closeWindow, openInMain } from '../../state/window-kind.ts';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';

const useStyles = makeStyles({
  root: {
    height: '100vh',
    boxSizing: 'border-box',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
    WebkitAppRegion: 'drag',
    userSelect: 'none',
  },
  noDrag: { WebkitAppRegion: 'no-drag' },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '24px' },
  space: { flexGrow: 1 },
  quiet: {
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  alert: {
    display: 'flex',
    alignItems: 'baseline',
    gap: tokens.spacingHorizontalXS,
    flexGrow: 1,
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  alertTitle: {
    minWidth: 0,
    fontSize: 'inherit',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  exposed: {
    display: 'inline-flex',
    gap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    overflow: 'hidden',
  },
  stop: { flexShrink: 0, whiteSpace: 'nowrap' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
});

type Home = z.output<typeof MyHomeSchema>;

const lastAlert = createResource(() => api.alerts.list({ pageSize: 1 }), { isQuiet: true });

interface RowProps {
  mode: 'live' | 'test';
  home: Home;
}

const ModeRow = ({ mode, home }: RowProps) => {
  const styles = useStyles();
  const figures = home[mode];
  return (
    <div className={styles.row}>
      <ModeChip mode={mode} />
      <ModeToday home={home} mode={mode} />
      <span className={styles.space} />
      <span className={styles.quiet}>
        {t('{{running}} running · {{open}} open', {
          running: formatCount(figures.running),
          open: formatCount(figures.openPositions),
        })}
      </span>
    </div>
  );
};

/** Live positions that no stop at the broker protects; nothing while there are none. */
const Exposed = ({ figures: { bare, watched } }: { figures: Home['live'] }) => {
  const styles = useStyles();
  if (bare + watched === 0) return null;
  return (
    <span className={styles.exposed}>
      {bare > 0 && (
        <StatusText tone="bad">{t('{{number}} without a stop', { number: formatCount(bare) })}</StatusText>
      )}
      {watched > 0 && (
        <StatusText tone="warning">{t('{{number}} watched', { number: formatCount(watched) })}</StatusText>
      )}
    </span>
  );
};

const LastAlert = (): ReactNode => {
  const styles = useStyles();
  const alert = lastAlert.use((state) => state.value?.notification_list[0]);
  useEffect(() => void lastAlert.load(undefined), []);
  useReloadOnFacts(['alert'], lastAlert);
  if (!alert) return <span className={styles.alert}>{t('No alert yet')}</span>;
  return (
    <span className={styles.alert}>
      {istMinute(Date.parse(alert.at))}
      <Link
        as="button"
        className={mergeClasses(styles.noDrag, styles.alertTitle)}
        title={serverText(alert.body)}
        onClick={() => openInMain(alert.link)}
      >
        <SaidByServer>{alert.title}</SaidByServer>
      </Link>
    </span>
  );
};

/** Today's result over other programs: live, test, the last alert, and the way to stop. */
export const MiniScreen = () => {
  const styles = useStyles();
  const home = myHome.use((state) => state.value);
  return (
    <Screen title={t('Mini P&L')} className={styles.root}>
      <div className={styles.row}>
        <h1 className={styles.title}>{t('Today')}</h1>
        {home && <AsOf at={Date.parse(home.asOf)} />}
        {home && <Exposed figures={home.live} />}
        <span className={styles.space} />
        <span className={styles.noDrag}>
          <Tooltip content={t('Open positions')} relationship="label">
            <Button
              appearance="subtle"
              size="small"
              icon={<Open16Regular />}
              onClick={() => openInMain('/open-positions')}
            />
          </Tooltip>
          <Tooltip content={t('Close')} relationship="label">
            <Button appearance="subtle" size="small" icon={<Dismiss16Regular />} onClick={closeWindow} />
          </Tooltip>
        </span>
      </div>
      {home && <ModeRow mode="live" home={home} />}
      {home && <ModeRow mode="test" home={home} />}
      <div className={styles.row}>
        <LastAlert />
        {home !== null && isAtWork(home.live) && (
          <Button
            size="small"
            className={mergeClasses(styles.noDrag, styles.stop)}
            onClick={askStopAllInMain}
          >
            {t('Stop all live…')}
          </Button>
        )}
      </div>
    </Screen>
  );
};
