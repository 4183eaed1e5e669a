import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { AlertTime } from './alert-time.tsx';

const useStyles = makeStyles({
  body: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** One alert and the way to the place it speaks of. */
export const AlertDrawer = ({ alert, onClose }: { alert: Alert; onClose: () => void }) => {
  const styles = useStyles();
  return (
    <DetailsDrawer title={serverText(alert.title)} onClose={onClose}>
      <p className={styles.body}>
        <SaidByServer>{alert.body}</SaidByServer>
      </p>
      <AlertTime alert={alert} />
      {alert.link && (
        <div>
          <Button as="a" appearance="primary" href={routeHref(alert.link)}>
            {t('Open')}
          </Button>
        </div>
      )}
    </DetailsDrawer>
  );
};
