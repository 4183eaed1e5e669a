import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    minWidth: '96px',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    whiteSpace: 'normal',
    lineHeight: tokens.lineHeightBase100,
  },
});

/** Name that people gave, in a cell. It takes two lines where there is no room for one. */
export const LongName = ({ name }: { name: string }) => (
  <span className={useStyles().root} title={name}>
    {name}
  </span>
);
