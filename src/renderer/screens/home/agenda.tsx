import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { Warning20Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(280px, 1fr))',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '28px' },
  mark: { display: 'flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

/** What waits for the person today; gone when nothing does. */
export const Agenda = () => {
  const styles = useStyles();
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
            <Link lang="en" href={routeHref(entry.link)}>
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
};
