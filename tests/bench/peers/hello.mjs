// The usual small server: fastify, pg and axios out of node_modules, and one route.
import axios from 'axios';
import Fastify from 'fastify';
import pg from 'pg';

const app = Fastify();
const pool = new pg.Pool();
app.get('/', () => ({ hello: 'world', parts: [typeof axios.get, typeof pool.query] }));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${app.server.address().port}`);
