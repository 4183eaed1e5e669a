import {
  Checkbox,
  makeStyles,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
} from '@fluentui/react-components';
import {
  ALERT_CATEGORY_CODES,
  FIXED_ALERT_CATEGORIES,
  type AlertCategory,
} from '../../../shared/alert-category.ts';
import { ALERT_CHANNELS, DEFAULT_CHANNELS, type AlertChannel } from '../../../shared/alert-channels.ts';
import type { Settings } from '../../../shared/desktop.ts';
import { CATEGORY_LABELS } from '../../i18n/alert-labels.ts';
import { t, labels } from '../../i18n/translate.ts';

const useStyles = makeStyles({
  table: { maxWidth: '640px' },
  choice: { textAlign: 'center', width: '140px' },
  head: { justifyContent: 'center' },
});

const CHANNEL_LABELS: Readonly<Record<AlertChannel, string>> = labels({
  toast: 'Toast',
  native: 'Notification',
  sound: 'Sound',
});

type Notifications = Settings['notifications'];

/** By risk first: what costs money not to know stands on top. */
const ROWS: readonly AlertCategory[] = [
  ...FIXED_ALERT_CATEGORIES,
  ...ALERT_CATEGORY_CODES.filter((code) => !FIXED_ALERT_CATEGORIES.includes(code)),
];

/** The chosen channels in fixed order: the same choice is always written the same way. */
const withChannel = (chosen: readonly AlertChannel[], channel: AlertChannel, isOn: boolean) =>
  ALERT_CHANNELS.filter((each) => (each === channel ? isOn : chosen.includes(each)));

interface AlertChannelsTableProps {
  notifications: Notifications;
  onChange: (channels: Notifications['channels']) => void;
}

/** Which category reaches the person in which way. A way that is off as a whole is off for all. */
export const AlertChannelsTable = ({ notifications, onChange }: AlertChannelsTableProps) => {
  const styles = useStyles();
  const { channels } = notifications;
  return (
    <Table size="small" aria-label={t('Ways by category')} className={styles.table}>
      <TableHeader>
        <TableRow>
          <TableHeaderCell>{t('Category')}</TableHeaderCell>
          {ALERT_CHANNELS.map((channel) => (
            <TableHeaderCell key={channel} className={styles.choice} button={{ className: styles.head }}>
              {CHANNEL_LABELS[channel]}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {ROWS.map((category) => {
          const chosen = channels[category] ?? DEFAULT_CHANNELS[category];
          return (
            <TableRow key={category}>
              <TableHeaderCell scope="row">{CATEGORY_LABELS[category]}</TableHeaderCell>
              {ALERT_CHANNELS.map((channel) => (
                <TableCell key={channel} className={styles.choice}>
                  <Checkbox
                    aria-label={t('{{category}}: {{channel}}', {
                      category: CATEGORY_LABELS[category],
                      channel: CHANNEL_LABELS[channel],
                    })}
                    checked={chosen.includes(channel)}
                    disabled={!notifications[channel]}
                    onChange={(_, data) =>
                      onChange({
                        ...channels,
                        [category]: withChannel(chosen, channel, data.checked === true),
                      })
                    }
                  />
                </TableCell>
              ))}
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
};
