import { from } from './page-width.ts';

/** Columns of cards: at most four, or six in a wide window, so that pages of six and of twelve fill their rows. */
export const cardColumns = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(max(290px, 22%), 1fr))',
  [from(2_100)]: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(290px, 15%), 1fr))',
  },
} as const;
