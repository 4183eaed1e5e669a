import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Alert } from '../../../shared/contract/alerts.ts';
import { formatCount } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AlertTime } from './alert-time.tsx';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
  },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, ':first-child': { borderTop: 'none' } },
  row: {
    display: 'grid',
    gridTemplateColumns: '10px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    minHeight: '44px',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  opened: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  dot: { width: '8px', height: '8px', borderRadius: '50%' },
  unreadDot: { backgroundColor: tokens.colorCompoundBrandBackground },
  unread: { fontWeight: tokens.fontWeightSemibold },
  time: { textAlign: 'right' },
  body: { color: tokens.colorNeutralForeground2, fontWeight: tokens.fontWeightRegular },
});

interface AlertRowsProps {
  alerts: readonly Alert[];
  openedId: number | null;
  onOpen: (alert: Alert) => void;
}

/** Alerts, newest first; unread ones with a dot and in bold. Fills shortly after each other stand as one. */
export const AlertRows = ({ alerts, openedId, onOpen }: AlertRowsProps) => {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={t('Alerts')}>
      {alerts.map((alert) => (
        <li key={alert.notification_id} className={styles.item}>
          <button
            type="button"
            className={mergeClasses(styles.row, openedId === alert.notification_id && styles.opened)}
            onClick={() => onOpen(alert)}
          >
            <span className={mergeClasses(styles.dot, !alert.read && styles.unreadDot)} aria-hidden />
            <span className={alert.read ? undefined : styles.unread}>
              {!alert.read && <VisuallyHidden>{t('Unread:')} </VisuallyHidden>}
              <SaidByServer>{alert.title}</SaidByServer>{' '}
              <span className={styles.body}>
                <SaidByServer>{alert.body}</SaidByServer>
                {alert.groupSize > 1 &&
                  ` ${t('And {{number}} more.', { number: formatCount(alert.groupSize - 1) })}`}
              </span>
            </span>
            <span className={styles.time}>
              <AlertTime alert={alert} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
