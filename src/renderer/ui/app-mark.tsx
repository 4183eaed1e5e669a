import { makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    width: '18px',
    height: '18px',
    flexShrink: 0,
    borderRadius: '5px',
    backgroundImage: 'linear-gradient(135deg, #8281F7, #3C2B9F)',
  },
});

/** The mark of the application and its name. */
export const AppMark = () => (
  <>
    <span className={useStyles().root} aria-hidden />
    TrickDesk
  </>
);
