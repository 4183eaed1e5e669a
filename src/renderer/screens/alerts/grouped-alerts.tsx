import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { createPaneResource } from '../../state/resource.ts';
import { Content } from '../../ui/content.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { AlertTime } from './alert-time.tsx';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

const group = createPaneResource((groupId: number) => api.alerts.list({ groupId, pageSize: MAX_PAGE_SIZE }));

/** Every alert that one of the list stands for, newest first. */
export const GroupedAlerts = ({ alert: { notification_id: id, groupSize } }: { alert: Alert }) => {
  const styles = useStyles();
  const here = group.useHere();
  const { value, ...state } = here.use();
  const load = () => void here.load(id);
  useEffect(() => void here.load(id), [here, id]);
  const alerts = value?.notification_list ?? [];
  return (
    <Content
      {...state}
      hasContent={value !== null}
      isEmpty={alerts.length === 0}
      onRetry={load}
      skeleton={<BlockSkeleton height={groupSize * 40} />}
      empty={{ icon: null, sentence: t('All quiet.') }}
    >
      <ul className={styles.list} aria-label={t('Alerts')}>
        {alerts.map((alert) => (
          <li key={alert.notification_id}>
            <Link href={routeHref(alert.link)}>
              <SaidByServer>{alert.body}</SaidByServer>
            </Link>
            <AlertTime alert={alert} />
          </li>
        ))}
      </ul>
    </Content>
  );
};
