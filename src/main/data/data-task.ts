import { BackendFactSchema, type DataTask } from '../../shared/backend-handshake.ts';
import type { BackupSummary } from '../../shared/backup.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { BackendProcess } from '../backend-host/backend-host.ts';
import type { Log } from '../log/log.ts';

export type DoDataTask = (task: DataTask) => Promise<Result<BackupSummary | null>>;

export interface DataTaskNeeds {
  readonly fork: () => BackendProcess;
  readonly dataDir: string;
  readonly dataKey: () => Promise<string | null>;
  readonly log: Log;
}

/** Has work on the whole data folder done by a process that ends with it. A refusal is the sentence of that process. */
export const dataTasks =
  ({ fork, dataDir, dataKey, log }: DataTaskNeeds): DoDataTask =>
  async (task) => {
    const key = await dataKey();
    const child = fork();
    const lines: string[] = [];
    child.onLine((line) => lines.push(line));
    const answer = await new Promise<Result<BackupSummary | null>>((resolve) => {
      child.onExit((code) =>
        resolve(
          fail('internal', `The work on your data ended by itself (code ${code}). Nothing was changed.`),
        ),
      );
      child.onMessage((message) => {
        const fact = BackendFactSchema.safeParse(message);
        if (fact.data?.type === 'task-done') resolve(succeed(fact.data.backup));
        else if (fact.data?.type === 'failed') resolve(fail('refused', fact.data.message));
        else log.warn('The process that works on the data said something unknown', message);
      });
      child.post({ type: 'task', dataDir, dataKey: key, task });
    });
    child.kill();
    if (!answer.ok) log.warn('Work on the data was not done', { kind: task.kind, ...answer.failure, lines });
    return answer;
  };
