import { openDatabase } from '../../src/backend/db/database.ts';
import { checkConcerns } from './concern-check.ts';
import { PostgresServer, postgresPrograms } from './postgres-server.ts';
import { ON_POSTGRES, TEMPLATE, TEST_SERVER } from './test-database.ts';

/** Before a test run on PostgreSQL: starts its server and makes the database of which all others are copies. */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[ON_POSTGRES] !== 'postgres') return undefined;
  const programs = postgresPrograms();
  if (programs === null)
    throw new Error('PostgreSQL 15 or newer is not installed, so no test can run on it.');
  const server = await PostgresServer.start(programs);
  try {
    await fill(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env[TEST_SERVER] = server.url('');
  return () => server.stop();
};

/** Makes the template of all databases of the run. */
const fill = async (server: PostgresServer): Promise<void> => {
  const url = await server.newDatabase(TEMPLATE);
  await (await openDatabase(url)).close();
  await checkConcerns(url);
};
