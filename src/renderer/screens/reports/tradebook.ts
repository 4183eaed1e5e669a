import type { TradebookReport } from '../../../shared/contract/tradebook.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { labels } from '../../i18n/translate.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';

interface Filter {
  fileId: number | null;
}
const everything: Filter = { fileId: null };

export const fillsList = createPagedList({
  call: ({ fileId, pageNumber, pageSize }: Filter & PageRequest) =>
    api.tradebook.list({ fileId: fileId ?? undefined, pageNumber, pageSize }),
  page: (answer) => ({ rows: answer.fills, total: answer.total }),
  idOf: (fill) => fill.fillId,
  filter: everything,
});

/** Reads the files and imports them, one call a file: what was imported before a failure stays. */
export const importTradebooks = async (files: readonly File[]): Promise<Result<TradebookReport[]>> => {
  const reports: TradebookReport[] = [];
  for (const file of files) {
    const result = await api.tradebook.import({ files: [{ name: file.name, text: await file.text() }] });
    if (!result.ok) return result;
    reports.push(...result.value.files);
  }
  return succeed(reports);
};

export const BROKER_LABELS = labels({ zerodha: 'Zerodha', 'angel-one': 'Angel One' });
