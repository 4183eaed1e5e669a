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
import { t } from '../i18n/translate.ts';
import { routeHref } from '../state/navigation.ts';
import { useWhyNot } from '../state/rights.ts';
import { shortcutTextOfRoute } from '../state/shortcut-text.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { MENU, type MenuItem } from './menu-items.tsx';
import { COUNTER_NAMES, useCounters } from './menu-counters.ts';
import { refusalOf } from './route-list.ts';

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

const Entry = ({ item, count, isCollapsed }: { item: MenuItem; count: number; isCollapsed: boolean }) => {
  const styles = useStyles();
  const { icon, path } = item;
  const title = t(item.title);
  const whyNot = useWhyNot();
  const label = (
    <span className={mergeClasses(styles.label, isCollapsed && styles.collapsedLabel)}>{title}</span>
  );
  const refusal = refusalOf(path, whyNot);
  if (refusal !== null) {
    return (
      <Tooltip content={refusal} relationship="description" positioning="after">
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
  const keys = shortcutTextOfRoute(path);
  const hint = keys ? `${title} (${keys})` : title;
  return (
    <Tooltip content={hint} relationship="description" positioning="after">
      <NavItem as="a" href={routeHref(path)} value={path} icon={icon as never} className={styles.item}>
        {label}
        {count > 0 && (
          <span className={mergeClasses(styles.count, isCollapsed && styles.collapsedLabel)}>
            <CounterBadge count={count} size="small" color="informative" />
            <VisuallyHidden> {COUNTER_NAMES[path]}</VisuallyHidden>
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
    <nav aria-label={t('Main menu')} className={styles.frame} data-region="menu">
      <Nav density="small" className={styles.root} selectedValue={selected}>
        {MENU.map(({ group, items }) => [
          group !== 'Overview' && (
            <NavSectionHeader
              key={group}
              className={mergeClasses(styles.header, isCollapsed && styles.collapsedHeader)}
            >
              {t(group)}
            </NavSectionHeader>
          ),
          ...items.map((item) => (
            <Entry key={item.title} item={item} count={counters[item.path] ?? 0} isCollapsed={isCollapsed} />
          )),
        ])}
      </Nav>
    </nav>
  );
};
