import { makeStyles, Switch, tokens } from '@fluentui/react-components';
import { keyLabels } from '../../../shared/shortcut-keys.ts';
import { SHORTCUT_GROUPS, SHORTCUTS, type Shortcut, type ShortcutGroup } from '../../../shared/shortcuts.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { KEYBOARD } from '../../state/shortcut-text.ts';
import { Keys } from '../../ui/keys.tsx';

const useStyles = makeStyles({
  groups: {
    columnWidth: '290px',
    columnGap: tokens.spacingHorizontalXXL,
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  group: { breakInside: 'avoid', marginBottom: tokens.spacingVerticalL },
  title: { margin: `0 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  list: { margin: 0 },
  row: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '26px',
  },
  keys: { display: 'flex', gap: tokens.spacingHorizontalXS, margin: 0 },
});

const GROUP_NAMES: Readonly<Record<ShortcutGroup, string>> = labels({
  'Go to': 'Go to',
  Lists: 'Lists',
  View: 'View',
  Windows: 'Windows',
  Workspace: 'Workspace',
  Trading: 'Trading',
  TrickDesk: 'TrickDesk',
});

const groups = SHORTCUT_GROUPS.map((group) => ({
  group,
  entries: (SHORTCUTS as readonly Shortcut[])
    .filter((shortcut) => shortcut.group === group)
    .map((shortcut) => ({ shortcut, labels: keyLabels(shortcut, KEYBOARD) }))
    .filter(({ labels }) => labels.length > 0),
}));

/** Every key there is, by what it is for; and whether single letters act in lists. */
export const ShortcutList = () => {
  const styles = useStyles();
  const { hasLetterKeys } = settings.use();
  const save = useAction(settings.change);
  return (
    <>
      <div className={styles.groups} tabIndex={0} role="group" aria-label={t('Shortcuts by group')}>
        {groups.map(({ group, entries }) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.title}>{GROUP_NAMES[group]}</h3>
            <dl className={styles.list}>
              {entries.map(({ shortcut, labels }) => (
                <div key={shortcut.id} className={styles.row}>
                  <dt>{t(shortcut.title)}</dt>
                  <dd className={styles.keys}>
                    {labels.map((label) => (
                      <Keys key={label} text={label} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={t('Single letters act while a list has the focus')}
        checked={hasLetterKeys}
        onChange={(_, data) => void save.run({ hasLetterKeys: data.checked })}
      />
    </>
  );
};
