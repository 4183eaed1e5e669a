// A plain route: who asks is checked with jose, and one row is read by its number; `/page` answers with a page beside the
// row. `plain-route.mjs DATA_FOLDER [PAGE_AS_JSON]`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { jwtVerify } from 'jose';

const [dataDir, pageFile] = process.argv.slice(2);
const key = new TextEncoder().encode(readFileSync(join(dataDir, 'session.key'), 'utf8').trim());
const db = new DatabaseSync(join(dataDir, 'trickdesk.sqlite'), { readOnly: true });
const read = db.prepare('select id, full_name, email, is_active, active_team from users where id = ?');

const page = pageFile ? JSON.parse(readFileSync(pageFile, 'utf8')) : {};

const app = Fastify();
const withRow = (answerOf) => async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  try {
    const { payload } = await jwtVerify(token, key, { issuer: 'trickdesk', algorithms: ['HS256'] });
    return answerOf(read.get(Number(payload.sub)));
  } catch {
    return reply.code(401).send({ status: false });
  }
};
app.post(
  '/row',
  withRow((data) => ({ status: true, data })),
);
app.post(
  '/page',
  withRow((row) => ({ ...page, row })),
);
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${app.server.address().port}`);
process.once('SIGTERM', () => process.exit(0));
