import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Start the least work of any program that writes before it sends: a commit on the disk and a call. */
export const startCommitAndCall = (folder: string, url: string) => {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table sent (at real)');
  const insert = database.prepare('insert into sent values (?)');
  return {
    send: async (): Promise<void> => {
      insert.run(performance.now());
      const answer = await fetch(url, { method: 'POST', body: '{}' });
      await answer.text();
    },
    close: () => database.close(),
  };
};
