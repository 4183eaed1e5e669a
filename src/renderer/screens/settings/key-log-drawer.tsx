import { useEffect } from 'react';
import type { KeyUse, ScriptKeyView } from '../../../shared/contract/api-keys.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createResource } from '../../state/resource.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';

/** Lines that are shown; the log keeps more. */
const SHOWN = 100;

const log = createResource(api.keys.log);

const useText = ({ call, result, address }: KeyUse): string =>
  `${call}: ${result === 'ok' ? t('Done') : result} (${address})`;

const columns = () => [
  timeColumn<KeyUse>('at', t('Time (IST)'), (row) => row.at),
  textColumn<KeyUse>('call', t('What was called'), useText, { kind: 'wrap' }),
];

/** The latest calls that were made with a key. */
export const KeyLogDrawer = ({ of, onClose }: { of: ScriptKeyView; onClose: () => void }) => {
  const { value, ...state } = log.use();
  const input = { keyId: of.keyId, pageSize: SHOWN };
  const load = () => void log.load(input);
  useEffect(() => void log.load({ keyId: of.keyId, pageSize: SHOWN }), [of.keyId]);
  return (
    <DetailsDrawer title={t('Log of {{name}}', { name: of.name })} onClose={onClose}>
      <Content
        {...state}
        hasContent={value !== null}
        isEmpty={value?.uses.length === 0}
        onRetry={load}
        skeleton={<TableSkeleton rows={5} />}
        empty={{ icon: null, sentence: t('Nothing was done with this key yet.') }}
      >
        <DataTable
          label={t('Log of {{name}}', { name: of.name })}
          columns={columns()}
          rows={value?.uses ?? []}
          rowKey={(row) => `${row.at} ${row.call} ${row.result}`}
        />
      </Content>
    </DetailsDrawer>
  );
};
