import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { formatCount } from '../../shared/money.ts';
import { t } from '../i18n/translate.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    minHeight: '32px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  pages: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
  page: {
    minWidth: '32px',
    paddingLeft: tokens.spacingHorizontalXS,
    paddingRight: tokens.spacingHorizontalXS,
  },
  gap: { width: '24px', textAlign: 'center' },
});

/** Which pages have a button: the first, the last and those around the current one; null stands for a gap. */
export const pagesShown = (current: number, last: number): (number | null)[] => {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
};

interface PagerProps {
  /** Distinguishes it from another one on the same screen. */
  label?: string;
  pageNumber: number;
  pageSize: number;
  total: number;
  onPage: (pageNumber: number) => void;
}

/** `1–12 of 240` and the pages; with a single page only how many there are, with none nothing. */
export const Pager = ({ label = t('Pages'), pageNumber, pageSize, total, onPage }: PagerProps) => {
  const styles = useStyles();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const first = Math.min(total, (pageNumber - 1) * pageSize + 1);
  const end = Math.min(total, pageNumber * pageSize);
  if (total === 0) return null;
  return (
    <nav aria-label={label} className={styles.root}>
      <span>
        {t('{{first}}–{{last}} of {{total}}', {
          first: formatCount(first),
          last: formatCount(end),
          total: formatCount(total),
        })}
      </span>
      {last > 1 && (
        <span className={styles.pages}>
          <Button
            appearance="subtle"
            size="small"
            aria-label={t('Previous page')}
            icon={<ChevronLeft20Regular />}
            disabledFocusable={pageNumber <= 1}
            onClick={() => onPage(pageNumber - 1)}
          />
          {pagesShown(pageNumber, last).map((page, index) =>
            page === null ? (
              <span key={`gap-${index}`} className={styles.gap} aria-hidden>
                …
              </span>
            ) : (
              <Button
                key={page}
                className={styles.page}
                size="small"
                appearance={page === pageNumber ? 'outline' : 'subtle'}
                aria-label={t('Page {{page}}', { page })}
                aria-current={page === pageNumber ? 'page' : undefined}
                onClick={() => onPage(page)}
              >
                {page}
              </Button>
            ),
          )}
          <Button
            appearance="subtle"
            size="small"
            aria-label={t('Next page')}
            icon={<ChevronRight20Regular />}
            disabledFocusable={pageNumber >= last}
            onClick={() => onPage(pageNumber + 1)}
          />
        </span>
      )}
    </nav>
  );
};
