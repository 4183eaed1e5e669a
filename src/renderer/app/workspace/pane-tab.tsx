import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { useEffect, useState } from 'react';
import type { PaneSpec } from './layout.ts';

/** Tab of a pane: the title of its screen. */
export const PaneTab = ({ api }: IDockviewPanelHeaderProps<PaneSpec>) => {
  const [title, setTitle] = useState(api.title ?? '');
  useEffect(() => {
    const followed = api.onDidTitleChange(({ title: next }) => setTitle(next));
    return () => followed.dispose();
  }, [api]);
  return <span className="dv-default-tab-content">{title}</span>;
};
