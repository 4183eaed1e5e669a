import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { GroupedAlerts } from './grouped-alerts.tsx';
import { AlertTime } from './alert-time.tsx';

const useStyles = makeStyles({
  body: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** One alert, or each of a group. It leads to the place that it speaks of. */
export const AlertDrawer = ({ alert, onClose }: { alert: Alert; onClose: () => void }) => {
  const styles = useStyles();
  return (
    <DetailsDrawer title={serverText(alert.title)} onClose={onClose}>
      {alert.groupSize > 1 ? (
        <GroupedAlerts alert={alert} />
      ) : (
        <>
          <p className={styles.body}>
            <SaidByServer>{alert.body}</SaidByServer>
          </p>
          <AlertTime alert={alert} />
        </>
      )}
      {alert.link && alert.groupSize === 1 && (
        <div>
          <Button as="a" appearance="primary" href={routeHref(alert.link)}>
            {t('Open')}
          </Button>
        </div>
      )}
    </DetailsDrawer>
  );
};
