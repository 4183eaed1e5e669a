// A plain route: who asks is checked with jose, and one row is read by its number. `plain-route.mjs DATA_FOLDER`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { jwtVerify } from 'jose';

const [dataDir] = process.argv.slice(2);
const key = new TextEncoder().encode(readFileSync(join(dataDir, 'session.key'), 'utf8').trim());
const db = new DatabaseSync(join(dataDir, 'trickdesk.sqlite'), { readOnly: true });
const read = db.prepare('select id, full_name, email, is_active, active_team from users where id = ?');

const app = Fastify();
app.post('/row', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  try {
    const { payload } = await jwtVerify(token, key, { issuer: 'trickdesk', algorithms: ['HS256'] });
    return { status: true, data: read.get(Number(payload.sub)) };
  } catch {
    return reply.code(401).send({ status: false });
  }
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${app.server.address().port}`);
process.once('SIGTERM', () => process.exit(0));
