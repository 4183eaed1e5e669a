import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled, Circle16Regular, Info16Regular } from '@fluentui/react-icons';
import { t, serverText } from '../i18n/translate.ts';
import { SaidByServer } from './said-by-server.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Something that must hold, or had better. */
export interface Check {
  check: string;
  label: string;
  isMet: boolean;
  /** Does not stop anything. */
  isAdvice: boolean;
  /** Remedy; empty when it holds. */
  how: string;
  link: string | null;
}

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, padding: 0, listStyleType: 'none' },
  columns: { gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' },
  item: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    lineHeight: tokens.lineHeightBase300,
  },
  icon: { flexShrink: 0, marginTop: '2px' },
  small: { fontSize: tokens.fontSizeBase200 },
  how: { color: tokens.colorNeutralForeground2 },
});

interface CheckListProps {
  checks: readonly Check[];
  hrefOf: (route: string) => string;
  /** A link was followed. */
  onLeave: () => void;
}

const MissingMark = ({ isAdvice, className }: { isAdvice: boolean; className: string }) =>
  isAdvice ? (
    <Info16Regular className={className} aria-hidden />
  ) : (
    // Empty, as of a list that is ticked off: a cross before "Identity verified" would say two things.
    <Circle16Regular className={className} primaryFill={tokens.colorStatusDangerForeground1} aria-hidden />
  );

/** List of conditions: first those that do not hold, with the remedy, then all that do. */
export const CheckList = ({ checks, hrefOf, onLeave }: CheckListProps) => {
  const styles = useStyles();
  const missing = checks.filter(({ isMet }) => !isMet);
  const met = checks.filter(({ isMet }) => isMet);
  return (
    <>
      {missing.length > 0 && (
        <ul className={styles.list} aria-label={t('To see to')}>
          {missing.map(({ check, label, isAdvice, how, link }) => (
            <li key={check} className={styles.item}>
              <MissingMark isAdvice={isAdvice} className={styles.icon} />
              <span>
                <strong>
                  {isAdvice ? t('Advised: {{check}}', { check: serverText(label) }) : serverText(label)}
                </strong>{' '}
                <span className={styles.how}>
                  <SaidByServer>{how}</SaidByServer>{' '}
                  {link !== null && (
                    <Link inline href={hrefOf(link)} onClick={onLeave}>
                      {t('Fix')}
                      <VisuallyHidden>: {serverText(label)}</VisuallyHidden>
                    </Link>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {met.length > 0 && (
        <ul className={mergeClasses(styles.list, styles.columns)} aria-label={t('Checked')}>
          {met.map(({ check, label }) => (
            <li key={check} className={mergeClasses(styles.item, styles.small)}>
              <CheckmarkCircle16Filled
                className={styles.icon}
                primaryFill={tokens.colorStatusSuccessForeground1}
                aria-hidden
              />
              {serverText(label)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
