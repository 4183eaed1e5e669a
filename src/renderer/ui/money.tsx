import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatPercentChange, formatRupeesChange } from '../../shared/money.ts';
import { appTokens } from './tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'baseline',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
  },
  up: { color: appTokens.pnlUp },
  down: { color: appTokens.pnlDown },
  flat: { color: appTokens.pnlFlat },
  // On its baseline an arrow reaches below the digits.
  mark: {
    alignSelf: 'center',
    marginRight: '3px',
    fontSize: '0.72em',
    lineHeight: 1,
    ':empty': { marginRight: 0 },
  },
  hero: { fontSize: tokens.fontSizeBase600, lineHeight: tokens.lineHeightBase600 },
  tint: { padding: `0 ${tokens.spacingHorizontalXS}`, borderRadius: tokens.borderRadiusSmall },
  upTint: { backgroundColor: appTokens.pnlUpBg },
  downTint: { backgroundColor: appTokens.pnlDownBg },
});

type Direction = 'up' | 'down' | 'flat';
/** Zero has no direction, and no mark to say so. */
const marks: Record<Direction, string | null> = { up: '▲', down: '▼', flat: null };

const directionOf = (text: string): Direction =>
  text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'flat';

interface SignedProps {
  isHero?: boolean;
  /** A tinted ground, as in a percentage column. */
  isTinted?: boolean;
  className?: string;
}

/** An amount with its direction, never said by colour alone. Sign and arrow say it too. */
const Signed = ({
  text,
  isHero,
  isTinted,
  hasMark,
  className,
}: SignedProps & { text: string; hasMark: boolean }) => {
  const styles = useStyles();
  const direction = directionOf(text);
  return (
    <span
      className={mergeClasses(
        styles.root,
        styles[direction],
        isHero && styles.hero,
        isTinted && styles.tint,
        isTinted && direction === 'up' && styles.upTint,
        isTinted && direction === 'down' && styles.downTint,
        className,
      )}
    >
      {/* There also where it says nothing: for a box that comes or goes, the browser makes its layers anew. */}
      {hasMark && (
        <span className={styles.mark} aria-hidden>
          {marks[direction]}
        </span>
      )}
      <span>{text}</span>
    </span>
  );
};

/** A change of money in paise: `▲ +₹5,230.25`, `▼ −₹1,480.50`, `₹0.00`. */
export const MoneyChange = ({ paise, ...props }: SignedProps & { paise: number }) => (
  <Signed text={formatRupeesChange(paise)} hasMark {...props} />
);

/** A change in another unit, as text with its sign: `▲ +12.50 USDT`. */
export const SignedAmount = ({ text, ...props }: SignedProps & { text: string }) => (
  <Signed text={text} hasMark {...props} />
);

/** A change in percent: `+4.82%`; the sign carries the direction, the arrow stands beside its money. */
export const PercentChange = ({
  percent,
  hasMark = false,
  ...props
}: SignedProps & { percent: number; hasMark?: boolean }) => (
  <Signed text={formatPercentChange(percent)} hasMark={hasMark} {...props} />
);
