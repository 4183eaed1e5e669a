import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Circle20Regular, Warning20Regular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

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
  done: { color: tokens.colorNeutralForeground3 },
  mark: { display: 'flex', flexShrink: 0, color: tokens.colorNeutralForeground3 },
});

/** What to do next; gone when everything is done. */
export const Agenda = () => {
  const styles = useStyles();
  const agenda = myHome.use((state) => state.value?.agenda);
  if (!agenda?.some((entry) => !entry.isDone)) return null;
  const isStarting = agenda.every((entry) => entry.kind === 'get-started');
  return (
    <SectionCard title={isStarting ? t('Get started') : t('Today')}>
      <ul className={styles.list}>
        {agenda.map((entry) => (
          <li key={entry.title} className={styles.item}>
            <span className={styles.mark} aria-hidden>
              {entry.isDone ? (
                <CheckmarkCircle20Filled />
              ) : entry.kind === 'get-started' ? (
                <Circle20Regular />
              ) : (
                <Warning20Regular />
              )}
            </span>
            {entry.isDone ? (
              <span className={styles.done}>
                <span lang="en">{entry.title}</span> <VisuallyHidden>{t('(done)')}</VisuallyHidden>
              </span>
            ) : (
              <Link lang="en" href={routeHref(entry.link)}>
                {entry.title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
};
