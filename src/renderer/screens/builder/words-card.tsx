import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { serverText, t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  text: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { margin: 0 },
  stale: { color: tokens.colorNeutralForeground3 },
  problems: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
    color: tokens.colorStatusDangerForeground1,
    overflowWrap: 'anywhere',
  },
});

/** A sentence of a document, by its text. */
export interface DocumentSentence {
  readonly key: string;
  readonly text: ReactNode;
}

/** A document in words. Below them its problems while it cannot be used; the words are then those of before. */
export const WordsCard = ({
  sentences,
  problems,
}: {
  sentences: readonly DocumentSentence[];
  /** By path; null while the document can be used. */
  problems: Readonly<Record<string, string>> | null;
}) => {
  const styles = useStyles();
  return (
    <SectionCard title={t('Summary')}>
      <div className={mergeClasses(styles.text, problems !== null && styles.stale)} aria-live="polite">
        {sentences.map(({ key, text }) => (
          <p key={key} className={styles.line}>
            {text}
          </p>
        ))}
      </div>
      {problems && (
        <ul className={styles.problems} aria-label={t('What is wrong')}>
          {Object.entries(problems).map(([path, reason]) => (
            <li key={path}>
              {path}: {serverText(reason)}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
};
