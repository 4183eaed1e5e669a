import { Switch } from '@fluentui/react-components';
import { useEffect } from 'react';
import { ALERT_CATEGORIES, ALERT_CATEGORY_CODES } from '../../../shared/alert-category.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { alerts } from '../../../shared/contract/alerts.ts';
import { CATEGORY_LABELS } from '../../i18n/alert-labels.ts';
import { t } from '../../i18n/translate.ts';
import { api } from '../../api/api.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';

type Category = OutputOf<(typeof alerts)['preferences']>['categories'][number];

const preferences = createResource(() => api.alerts.preferences({}));

/** In the language of the window; a category that only the server knows, by the server's own name. */
const nameOf = ({ categoryId, name }: Category): string => {
  const code = ALERT_CATEGORY_CODES.find((each) => ALERT_CATEGORIES[each] === categoryId);
  return code === undefined ? name : CATEGORY_LABELS[code];
};

/** Alerts that the person wants; what costs money not to know cannot be switched off. */
export const AlertPreferences = () => {
  const { value, isLoading, failure, loadedAt } = preferences.use();
  const isOffline = useOfflineReason() !== undefined;
  const save = useAction(api.alerts.preferences);
  useEffect(() => {
    void preferences.load(undefined);
  }, []);
  const change = async ({ categoryId }: Category, isWanted: boolean) => {
    const result = await save.run({ categories: [{ categoryId, isWanted }] });
    if (result.ok) preferences.patch(() => result.value);
  };
  return (
    <SectionCard title={t('Categories')}>
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void preferences.load(undefined)}
        skeleton={<BlockSkeleton height={200} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value?.categories.map((category) => (
          <div key={category.categoryId}>
            <Switch
              label={
                category.isFixed
                  ? t('{{category}} (always on)', { category: nameOf(category) })
                  : nameOf(category)
              }
              checked={category.isWanted}
              disabled={category.isFixed || isOffline}
              onChange={(_, data) => void change(category, data.checked)}
            />
          </div>
        ))}
      </Content>
      <p>
        {t(
          'A category that is off is neither listed nor counted from then on. Orders, risk, the broker and your own alerts are always told.',
        )}
      </p>
    </SectionCard>
  );
};
