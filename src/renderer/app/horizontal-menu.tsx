import {
  Button,
  CounterBadge,
  makeStyles,
  Menu,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons';
import { useRouterState } from '@tanstack/react-router';
import { t } from '../i18n/translate.ts';
import { routeHref } from '../state/navigation.ts';
import { useWhyNot } from '../state/rights.ts';
import { shortcutTextOfRoute } from '../state/shortcut-text.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { COUNTER_NAMES, useCounters } from './menu-counters.ts';
import { MENU, type MenuItem as Item } from './menu-items.tsx';
import { refusalOf } from './route-list.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: '40px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalM}`,
    overflowX: 'auto',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  group: { whiteSpace: 'nowrap', minWidth: 'max-content' },
  here: { boxShadow: `inset 0 -2px ${tokens.colorCompoundBrandStroke}` },
  refusal: { maxWidth: '280px', whiteSpace: 'normal' },
});

const Entry = ({ item, count }: { item: Item; count: number }) => {
  const styles = useStyles();
  const whyNot = useWhyNot();
  const { path, icon } = item;
  const title = t(item.title);
  const refusal = refusalOf(path, whyNot);
  if (refusal !== null)
    return (
      <MenuItem disabled icon={icon as never} subText={{ className: styles.refusal, children: refusal }}>
        {title}
      </MenuItem>
    );
  return (
    <MenuItemLink
      href={routeHref(path)}
      icon={icon as never}
      secondaryContent={shortcutTextOfRoute(path) ?? undefined}
    >
      {title}
      {count > 0 && (
        <>
          {' '}
          <CounterBadge count={count} size="small" color="informative" aria-hidden />
          <VisuallyHidden>
            {count} {COUNTER_NAMES[path]}
          </VisuallyHidden>
        </>
      )}
    </MenuItemLink>
  );
};

/** The menu as one line; each group opens below its name. It stands under the title bar. */
export const HorizontalMenu = () => {
  const styles = useStyles();
  const counters = useCounters();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const selected = pathname.startsWith('/strategies/') ? '/my-strategies' : pathname;
  return (
    <nav aria-label={t('Main menu')} className={styles.root} data-region="menu">
      {MENU.map(({ group, items }) => {
        const isHere = items.some(({ path }) => path === selected);
        return (
          <Menu key={group}>
            <MenuTrigger disableButtonEnhancement>
              <Button
                appearance="subtle"
                size="small"
                icon={<ChevronDown12Regular />}
                iconPosition="after"
                aria-current={isHere ? 'true' : undefined}
                className={mergeClasses(styles.group, isHere && styles.here)}
              >
                {t(group)}
              </Button>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {items.map((item) => (
                  <Entry key={item.title} item={item} count={counters[item.path] ?? 0} />
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
        );
      })}
    </nav>
  );
};
