import { makeStyles, tokens } from '@fluentui/react-components';
import { Search16Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { toggleLayer } from '../../state/shell-layer.ts';
import { shortcutText } from '../../state/shortcut-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    height: '26px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  hint: {
    flexGrow: 1,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Opens the command palette. */
export const PaletteButton = () => {
  const styles = useStyles();
  return (
    <button type="button" className={styles.root} onClick={() => toggleLayer('palette')}>
      <Search16Regular aria-hidden />
      <span className={styles.hint}>{t('Go to a page or strategy')}</span>
      <span aria-hidden>{shortcutText('palette')}</span>
    </button>
  );
};
