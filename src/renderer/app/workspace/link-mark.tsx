import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LINK_COLOURS, type LinkColour } from '../../state/links.ts';

/** A number stands on each colour: not everybody can tell red from green. */
const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '16px',
    height: '16px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: '10px',
    fontWeight: tokens.fontWeightBold,
    color: tokens.colorNeutralForegroundInverted,
    verticalAlign: 'middle',
    forcedColorAdjust: 'none',
  },
  red: { backgroundColor: tokens.colorPaletteRedForeground1 },
  orange: { backgroundColor: tokens.colorPaletteDarkOrangeForeground1 },
  green: { backgroundColor: tokens.colorPaletteGreenForeground1 },
  blue: { backgroundColor: tokens.colorPaletteBlueForeground2 },
  purple: { backgroundColor: tokens.colorPalettePurpleForeground2 },
});

/** Mark of a link colour. */
export const LinkMark = ({ colour, label }: { colour: LinkColour; label?: string }) => {
  const styles = useStyles();
  return (
    <span
      className={mergeClasses(styles.root, styles[colour])}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {LINK_COLOURS.indexOf(colour) + 1}
    </span>
  );
};
