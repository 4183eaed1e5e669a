import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { routeHref } from '../../state/navigation.ts';

/** Goes to another page: the one thing to do where there is nothing to see. */
export const LinkButton = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button as="a" href={routeHref(to)}>
    {children}
  </Button>
);
