import { makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../i18n/translate.ts';

const useStyles = makeStyles({
  region: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

type Announce = (message: string) => void;
const announcers = new Set<Announce>();

/** Says something to screen readers. */
export const announce: Announce = (message) => {
  for (const say of announcers) say(message);
};

/** Screen readers do not read every toast: this region is always there and says the last one. */
export const Announcer = () => {
  const styles = useStyles();
  const [said, setSaid] = useState({ message: '', turn: 0 });
  useEffect(() => {
    const say: Announce = (message) => setSaid(({ turn }) => ({ message, turn: turn + 1 }));
    announcers.add(say);
    return () => {
      announcers.delete(say);
    };
  }, []);
  return (
    <div className={styles.region} role="status" aria-live="polite" aria-label={t('Announcements')}>
      {/* The same news twice is news twice: as an element of its own it is read again. */}
      <span key={said.turn}>{said.message}</span>
    </div>
  );
};
