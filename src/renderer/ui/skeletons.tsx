import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { cardColumns } from './card-columns.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    ...cardColumns,
    gap: tokens.spacingHorizontalM,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  rows: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  line: { display: 'grid', gridTemplateColumns: '2fr 2fr 1fr 1fr 1fr', gap: tokens.spacingHorizontalL },
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Grey cards in the shape of strategy cards. */
export const CardsSkeleton = ({ count = 6 }: { count?: number }) => {
  const styles = useStyles();
  return (
    <Skeleton aria-hidden className={styles.grid}>
      {range(count).map((index) => (
        <div key={index} className={styles.card}>
          <SkeletonItem size={20} />
          <SkeletonItem size={40} />
          <SkeletonItem size={16} />
          <SkeletonItem size={24} />
        </div>
      ))}
    </Skeleton>
  );
};

/** Grey lines in the shape of a table. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => {
  const styles = useStyles();
  return (
    <Skeleton aria-hidden className={styles.rows}>
      {range(rows).map((row) => (
        <div key={row} className={styles.line}>
          {range(5).map((cell) => (
            <SkeletonItem key={cell} size={16} />
          ))}
        </div>
      ))}
    </Skeleton>
  );
};

/** A grey block in the shape of a chart or a text. */
export const BlockSkeleton = ({ height = 240 }: { height?: number | string }) => (
  <Skeleton aria-hidden>
    <SkeletonItem style={{ height }} />
  </Skeleton>
);
