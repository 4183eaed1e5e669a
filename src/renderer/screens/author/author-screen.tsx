import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { CloneFlow } from '../../features/strategies/clone-flow.tsx';
import { LevelChip } from '../../features/publications/level-chip.tsx';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { OfferCard } from '../../features/strategies/offer-card.tsx';
import { CardGrid } from '../../features/strategies/strategy-card.tsx';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { offeredStrategyColumns } from '../../features/strategies/strategy-columns.ts';
import { myProfile } from '../../state/my-profile.ts';
import { Content } from '../../ui/content.tsx';
import { countColumn, changeColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { author } from './author.ts';
import { ProfileFlow } from './profile-flow.tsx';

const useStyles = makeStyles({
  page: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground2,
  },
  bio: { margin: 0, lineHeight: tokens.lineHeightBase300 },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

type Author = NonNullable<ReturnType<typeof author.use>['value']>['authorDetails'];
type RecordLine = Author['record'][number];

const recordColumns = (): readonly Column<RecordLine>[] => [
  {
    key: 'level',
    title: t('Level'),
    render: ({ level }) => <LevelChip level={level} />,
    csv: ({ level }) => level,
  },
  textColumn('source', t('Source'), ({ source }) => SOURCE_LABELS[source]),
  textColumn('from', t('Since'), ({ from }) => (from === null ? '–' : dayText(Date.parse(from)))),
  countColumn('traded', t('Strategies'), ({ traded }) => traded),
  countColumn('trades', t('Trades'), ({ trades }) => trades),
  changeColumn('gross', t('Gross P&L'), ({ gross }) => gross),
  {
    key: 'charges',
    title: t('Charges'),
    align: 'end',
    render: ({ charges }) => formatRupees(charges),
    csv: ({ charges }) => String(charges / 100),
  },
  changeColumn('net', t('Net P&L'), ({ net }) => net),
];

/** The results of everything ever offered, a line for each level. */
const RecordCard = ({ record }: { record: readonly RecordLine[] }) => {
  const styles = useStyles();
  return (
    <SectionCard title={t('Record')}>
      {record.length === 0 ? (
        <p className={styles.note}>{t('Nothing of it has closed a trade yet.')}</p>
      ) : (
        <DataTable
          label={t('Record')}
          columns={recordColumns()}
          rows={record}
          rowKey={({ level }) => level}
          csv={{ name: 'author-record' }}
        />
      )}
      <p className={styles.note}>
        {t(
          'Older and withdrawn versions count too. Levels are never added up: what is worked out, played or on paper says less than real fills.',
        )}
      </p>
    </SectionCard>
  );
};

const About = ({ shown, isMe, onSaved }: { shown: Author; isMe: boolean; onSaved: () => void }) => {
  const styles = useStyles();
  const [isEditing, setIsEditing] = useState(false);
  const { bio, since, followers, strategies, parrvaReference } = shown;
  return (
    <SectionCard
      title={t('About the author')}
      aside={
        isMe && (
          <Button size="small" onClick={() => setIsEditing(true)}>
            {t('Edit…')}
          </Button>
        )
      }
    >
      <p className={styles.bio}>
        {bio === '' ? t('The author has not written anything yet.') : <SaidByServer>{bio}</SaidByServer>}
      </p>
      <div className={styles.facts}>
        <span>{t('Here since {{day}}', { day: since })}</span>
        <span>{t('{{number}} followers', { count: followers, number: formatCount(followers) })}</span>
        <span>{t('{{count}} strategies', { count: strategies.length })}</span>
        {parrvaReference !== null && (
          <span title={t('As the author gives it; TrickDesk has not checked it.')}>
            {t('PaRRVA reference {{reference}}', { reference: parrvaReference })}
          </span>
        )}
      </div>
      {isEditing && <ProfileFlow author={shown} onSaved={onSaved} onClose={() => setIsEditing(false)} />}
    </SectionCard>
  );
};

/** An author: who they are, what they offer, and what it has come to. */
export const AuthorScreen = () => {
  const styles = useStyles();
  const params: { id?: string } = useParams({ strict: false });
  const authorId = Number(params.id);
  const here = author.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const [cloning, setCloning] = useState<StrategySummary | null>(null);
  const isMe = myProfile.use((state) => state.value?.id === authorId);
  useEffect(() => {
    void here.load(authorId);
    void myProfile.load(undefined);
  }, [here, authorId]);
  const shown = value?.authorDetails.authorId === authorId ? value.authorDetails : null;
  const reload = () => void author.reload();
  useCsvExport(
    shown && shown.strategies.length > 0
      ? csvOfRows(`author-${authorId}`, offeredStrategyColumns(), shown.strategies)
      : null,
  );
  return (
    <Screen title={shown?.name ?? t('Author')}>
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load(authorId)}
        skeleton={<BlockSkeleton height={320} />}
        empty={{
          icon: <PersonRegular fontSize={32} />,
          sentence: t('There is no such author.'),
          action: <LinkButton to="/marketplace">{t('Go to the marketplace')}</LinkButton>,
        }}
      >
        {shown && (
          <div className={styles.page}>
            <About shown={shown} isMe={isMe} onSaved={reload} />
            <RecordCard record={shown.record} />
            <SectionCard title={t('Strategies on offer')}>
              {shown.strategies.length === 0 ? (
                <span>{t('Nothing is on offer. Publish a strategy from its own page.')}</span>
              ) : (
                <CardGrid label={t('Strategies on offer')}>
                  {shown.strategies.map((strategy) => (
                    <OfferCard
                      key={strategy.strategyId}
                      level={3}
                      strategy={strategy}
                      onClone={() => setCloning(strategy)}
                      onChanged={reload}
                    />
                  ))}
                </CardGrid>
              )}
            </SectionCard>
          </div>
        )}
      </Content>
      {cloning && <CloneFlow strategy={cloning} onPaid={reload} onClose={() => setCloning(null)} />}
    </Screen>
  );
};
