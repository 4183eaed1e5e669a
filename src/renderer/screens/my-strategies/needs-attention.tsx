import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';

/** Strategies that wait for a decision stand above every tab. */
export const NeedsAttention = ({ tricks }: { tricks: readonly TrickCard[] }) =>
  tricks.map((trick) => (
    <MessageBar key={trick.TricksId} intent="warning">
      <MessageBarBody>
        <MessageBarTitle>{t('{{name}} needs you.', { name: trick.name })}</MessageBarTitle>{' '}
        {t('An order was refused or its outcome is not known.')}
      </MessageBarBody>
      <MessageBarActions>
        <Button as="a" href={routeHref(`/strategies/${trick.TricksId}`)}>
          {t('See what happened')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  ));
