import {
  CounterBadge,
  makeStyles,
  mergeClasses,
  Nav,
  NavItem,
  NavSectionHeader,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { useRouterState } from '@tanstack/react-router';
import { FIXED_WORDS } from '../i18n/fixed-words.ts';
import { t, words } from '../i18n/translate.ts';
import { myHome, openTickets } from '../state/header.ts';
import { myBaskets } from '../state/my-baskets.ts';
import { routeHref } from '../state/navigation.ts';
import { useWhyNot } from '../state/rights.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { MENU, type MenuItem } from './menu-items.tsx';
import { CALL_OF_ROUTE } from './route-rights.ts';
import { GROUP_WORDS, ROUTE_WORDS } from './route-words.ts';

const NARROW = '@media (max-width: 1179px)';

/** Out of sight, and still the item's name for screen readers. */
const unseen = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

const useStyles = makeStyles({
  frame: { height: '100%' },
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    height: '100%',
    boxSizing: 'border-box',
    overflowY: 'auto',
    overflowX: 'hidden',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalL}`,
  },
  item: {
    backgroundColor: 'transparent',
    minHeight: '28px',
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover },
    ':active': { backgroundColor: tokens.colorNeutralBackground2Pressed },
  },
  unavailable: {
    color: tokens.colorNeutralForegroundDisabled,
    cursor: 'default',
    ':hover': { backgroundColor: 'transparent', color: tokens.colorNeutralForegroundDisabled },
    ':active': { backgroundColor: 'transparent' },
  },
  label: { flexGrow: 1, [NARROW]: unseen },
  count: { marginLeft: 'auto', [NARROW]: unseen },
  collapsedLabel: unseen,
  header: { [NARROW]: { visibility: 'hidden', height: '4px', margin: 0, padding: 0 } },
  collapsedHeader: { visibility: 'hidden', height: '4px', margin: 0, padding: 0 },
});

/** Counters beside items: how much is running, how much is open. */
const useCounters = (): Readonly<Record<string, number>> => {
  const home = myHome.use((state) => state.value);
  const tickets = openTickets.use((state) => state.value?.openTicket ?? 0);
  const rebalanceDue = myBaskets.use((state) => state.value?.rebalanceDue ?? 0);
  if (!home) return { '/tickets': tickets };
  return {
    '/tickets': tickets,
    '/baskets': rebalanceDue,
    '/my-strategies': home.test.running + home.live.running,
    '/open-positions': home.test.openPositions + home.live.openPositions,
  };
};

const counterNames: Readonly<Record<string, string>> = words({
  '/my-strategies': 'running',
  '/open-positions': 'open',
  '/tickets': 'open',
  '/baskets': 'to rebalance',
});

/** Why the person may not see a screen; null when they may. */
const refusalOf = (path: string, whyNot: ReturnType<typeof useWhyNot>): string | null => {
  const call = CALL_OF_ROUTE[path];
  return call === undefined ? null : whyNot(call);
};

const Entry = ({ item, count, isCollapsed }: { item: MenuItem; count: number; isCollapsed: boolean }) => {
  const styles = useStyles();
  const { icon, path } = item;
  const title = ROUTE_WORDS[item.title];
  const whyNot = useWhyNot();
  const label = (
    <span className={mergeClasses(styles.label, isCollapsed && styles.collapsedLabel)}>{title}</span>
  );
  const refusal = path === null ? FIXED_WORDS.notAvailableYet : refusalOf(path, whyNot);
  if (path === null || refusal !== null) {
    return (
      <Tooltip
        content={refusal ?? FIXED_WORDS.notAvailableYet}
        relationship="description"
        positioning="after"
      >
        <NavItem
          as="button"
          value={item.title}
          icon={icon as never}
          aria-disabled
          className={mergeClasses(styles.item, styles.unavailable)}
        >
          {label}
        </NavItem>
      </Tooltip>
    );
  }
  const hint = item.shortcut ? `${title} (${item.shortcut})` : title;
  return (
    <Tooltip content={hint} relationship="description" positioning="after">
      <NavItem as="a" href={routeHref(path)} value={path} icon={icon as never} className={styles.item}>
        {label}
        {count > 0 && (
          <span className={mergeClasses(styles.count, isCollapsed && styles.collapsedLabel)}>
            <CounterBadge count={count} size="small" color="informative" />
            <VisuallyHidden> {counterNames[path]}</VisuallyHidden>
          </span>
        )}
      </NavItem>
    </Tooltip>
  );
};

/** The vertical menu. */
export const Menu = ({ isCollapsed }: { isCollapsed: boolean }) => {
  const styles = useStyles();
  const counters = useCounters();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const selected = pathname.startsWith('/strategies/') ? '/my-strategies' : pathname;
  return (
    <nav aria-label={t('Main menu')} className={styles.frame}>
      <Nav density="small" className={styles.root} selectedValue={selected}>
        {MENU.map(({ group, items }) => [
          group !== 'Overview' && (
            <NavSectionHeader
              key={group}
              className={mergeClasses(styles.header, isCollapsed && styles.collapsedHeader)}
            >
              {GROUP_WORDS[group]}
            </NavSectionHeader>
          ),
          ...items.map((item) => (
            <Entry
              key={item.title}
              item={item}
              count={(item.path && counters[item.path]) || 0}
              isCollapsed={isCollapsed}
            />
          )),
        ])}
      </Nav>
    </nav>
  );
};
