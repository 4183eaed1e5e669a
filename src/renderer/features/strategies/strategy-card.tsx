import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { cardColumns } from '../../ui/card-columns.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    ...cardColumns,
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', minWidth: 0 },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalSNudge,
    flexGrow: 1,
    minWidth: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  marked: { border: `1px solid ${tokens.colorStatusWarningBorder2}` },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '24px' },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
  },
  link: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '24px',
  },
  subtitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  summary: {
    margin: 0,
    minHeight: '32px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    display: '-webkit-box',
    WebkitLineClamp: '2',
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
  },
  figures: {
    display: 'flex',
    // A name of two lines does not push its value below the others.
    alignItems: 'end',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    margin: `${tokens.spacingVerticalXXS} 0 0`,
  },
  figure: { minWidth: 0, ':last-child:not(:first-child)': { textAlign: 'right' } },
  name: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  value: { margin: 0, fontWeight: tokens.fontWeightSemibold, lineHeight: tokens.lineHeightBase300 },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: 'auto',
    paddingTop: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Move the focus between the names of cards by the arrow keys. It does so while the focus is on a name; Enter there
 * opens the card, being a link.
 */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('article :is(h2, h3) a')];
  const here = names.findIndex((name) => name === event.target);
  const next = here === -1 ? undefined : names[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** Cards side by side, as a list. */
export const CardGrid = ({ children, label }: { children: ReactNode; label: string }) => (
  <ul className={useStyles().grid} aria-label={label} data-list onKeyDown={moveFocus}>
    {children}
  </ul>
);

interface StrategyCardProps {
  name: string;
  href: string;
  /** LIVE or TEST, or a state. */
  chip?: ReactNode;
  subtitle: ReactNode;
  summary?: string;
  /** Result as a small line. */
  line: ReactNode;
  /** A hint says what the figure has in it. */
  figures: readonly { name: string; hint?: string; value: ReactNode }[];
  actions?: ReactNode;
  /** Something waits for the person's decision. */
  isMarked?: boolean;
  /** 2 on a page of cards, 3 inside a titled part. */
  level?: 2 | 3;
}

/** One strategy at a glance. */
export const StrategyCard = ({
  name,
  href,
  chip,
  subtitle,
  summary,
  line,
  figures,
  actions,
  isMarked = false,
  level = 2,
}: StrategyCardProps) => {
  const styles = useStyles();
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={styles.item} data-row>
      <article aria-labelledby={id} className={mergeClasses(styles.card, isMarked && styles.marked)}>
        <div className={styles.head}>
          <Heading id={id} className={styles.title}>
            <Link href={href} className={styles.link} title={name} data-act="details">
              {name}
            </Link>
          </Heading>
          {chip}
        </div>
        <p className={styles.subtitle}>{subtitle}</p>
        {summary !== undefined && (
          <p className={styles.summary}>
            <SaidByServer>{summary}</SaidByServer>
          </p>
        )}
        {line}
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <div key={figure.name} className={styles.figure}>
              <dt className={styles.name} title={figure.hint}>
                {figure.name}
              </dt>
              <dd className={styles.value}>{figure.value}</dd>
            </div>
          ))}
        </dl>
        {actions && <div className={styles.foot}>{actions}</div>}
      </article>
    </li>
  );
};
