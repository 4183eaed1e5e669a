import { Button, DialogActions, makeStyles } from '@fluentui/react-components';
import { ShortcutList } from '../features/settings/shortcut-list.tsx';
import { t } from '../i18n/translate.ts';
import { closeLayer } from '../state/shell-layer.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';

const useStyles = makeStyles({ surface: { maxWidth: '760px' } });

/** The shortcuts over whatever is on the screen. */
export const ShortcutSheet = () => {
  const styles = useStyles();
  return (
    <DialogFrame
      title={t('Keyboard shortcuts')}
      surfaceClass={styles.surface}
      onClose={closeLayer}
      actions={
        <DialogActions>
          <Button appearance="primary" onClick={closeLayer}>
            {t('Close')}
          </Button>
        </DialogActions>
      }
    >
      <ShortcutList />
    </DialogFrame>
  );
};
