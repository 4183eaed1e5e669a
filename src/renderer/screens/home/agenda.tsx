import { Link } from '@fluentui/react-components';
import { Warning20Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useItemStyles } from './item-styles.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

/** Tasks of the person today; hidden when there are none. */
export const Agenda = () => {
  const styles = useItemStyles();
  const agenda = myHome.use((state) => state.value?.agenda) ?? [];
  const waiting = agenda.filter(({ step, isDone }) => step === null && !isDone);
  if (waiting.length === 0) return null;
  return (
    <SectionCard title={t('Today')}>
      <ul className={styles.list}>
        {waiting.map((entry) => (
          <li key={entry.title} className={styles.item}>
            <span className={styles.mark} aria-hidden>
              <Warning20Regular />
            </span>
            <Link href={routeHref(entry.link)}>
              <SaidByServer>{entry.title}</SaidByServer>
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
};
