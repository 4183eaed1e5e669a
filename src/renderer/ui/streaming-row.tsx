import { memo, type ReactNode, type Ref, useState } from 'react';
import { useInView } from './in-view.ts';

interface StreamingRowProps {
  /** Text of what the row shows beside its numbers. */
  beside: string;
  /** Paints the row, with the ref of its element. */
  render: (ref: Ref<HTMLTableRowElement>) => ReactNode;
}

interface PaintedProps {
  beside: string;
  isInView: boolean;
  paint: () => ReactNode;
}

const Painted = memo(
  ({ paint }: PaintedProps) => paint(),
  (before, { beside, isInView }) => !isInView && before.beside === beside,
);

/** A row whose numbers stream. Scrolled out of view they stand still: nobody sees them, and they cost. */
export const StreamingRow = ({ beside, render }: StreamingRowProps) => {
  const [isInView, setInView] = useState(true);
  const ref = useInView(setInView);
  return <Painted beside={beside} isInView={isInView} paint={() => render(ref)} />;
};
