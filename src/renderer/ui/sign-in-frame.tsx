import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'grid',
    gridTemplateRows: '40px 1fr',
    height: '100%',
    overflow: 'auto',
    boxSizing: 'border-box',
  },
  bar: { WebkitAppRegion: 'drag' },
  middle: {
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL} 64px`,
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '400px',
    padding: tokens.spacingHorizontalXXXL,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  wide: { maxWidth: '560px' },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalL,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  lead: { margin: '-12px 0 0', color: tokens.colorNeutralForeground2 },
});

/** The page around signing in and registering: nothing but the one thing to do. */
export const SignInFrame = ({
  brand,
  title,
  lead,
  isWide = false,
  children,
}: {
  brand: ReactNode;
  title: string;
  lead: string;
  /** More to choose from than to type in. */
  isWide?: boolean;
  children: ReactNode;
}) => {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.bar} />
      <main className={styles.middle}>
        <div className={styles.brand}>{brand}</div>
        <div className={mergeClasses(styles.card, isWide && styles.wide)}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
};
