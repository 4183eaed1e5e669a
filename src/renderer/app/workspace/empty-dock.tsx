import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { shortcutText } from '../../state/shortcut-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    height: '100%',
    color: tokens.colorNeutralForeground2,
  },
});

/** Shown while a workspace has no panes. */
export const EmptyDock = () => (
  <p className={useStyles().root}>
    {t('No pane is open. Add one with {{shortcut}}.', { shortcut: shortcutText('pane-add') })}
  </p>
);
