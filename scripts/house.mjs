// `npm run house -- [--processes 3] [--data DIR] [--port 8787]`: a whole house on this machine, for trying: PostgreSQL,
// NATS, servers that share the users, and one that stands by. Ctrl-C ends all of them; the data stays.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const POSTGRES_FOLDER = '/usr/lib/postgresql';
const READY_MS = 60_000;

const USAGE = 'Usage: npm run house -- [--processes 3] [--data DIR] [--port 8787]';

const readArguments = () => {
  try {
    return parseArgs({
      options: {
        processes: { type: 'string', default: '3' },
        data: { type: 'string', default: 'trickdesk-house' },
        port: { type: 'string', default: '8787' },
      },
    });
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(1);
  }
};

const { values } = readArguments();
const [processes, port] = [Number(values.processes), Number(values.port)];
const folder = resolve(values.data);

/** Ends with a sentence; what was started ends too. */
const fail = (sentence) => {
  console.error(sentence);
  end(1);
};

const children = new Map();
let isEnding = false;

/** Servers first, so that they end in good order; then what they need. */
const end = (code) => {
  if (isEnding) return;
  isEnding = true;
  void (async () => {
    for (const [name, { child, gone, signal }] of [...children].reverse()) {
      if (child.exitCode === null) child.kill(signal);
      await gone;
      children.delete(name);
    }
    process.exit(code);
  })();
};

/** Starts a program whose end is the end of the house, unless it `mayEnd`. */
const run = (name, [program, args], { signal = 'SIGTERM', mayEnd = false, ...options }) => {
  const child = spawn(program, args, options);
  const gone = new Promise((done) => child.once('exit', done));
  child.once('error', (error) => fail(`${name} could not be started: ${error.message}`));
  child.once('exit', (code, by) => {
    children.delete(name);
    if (!isEnding && !mayEnd) fail(`${name} ended (${by ?? code}).`);
  });
  children.set(name, { child, gone, signal });
  return child;
};

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root: there it runs as the user that its package has made. */
const asOrdinary = (program, args) =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', program, ...args]]
    : [program, args];

const accepts = (at) =>
  new Promise((done) => {
    const socket = connect(at, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });

const untilListening = async (name, at) => {
  for (const until = Date.now() + READY_MS; !(await accepts(at)); await delay(100))
    if (isEnding || Date.now() > until) return fail(`${name} does not answer.`);
};

const freePort = () =>
  new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => done(free));
    });
  });

const programOf = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((each) => join(each, name))
    .find(existsSync);

const newestPostgres = () => {
  const versions = readdirSync(POSTGRES_FOLDER).filter((version) =>
    existsSync(join(POSTGRES_FOLDER, version, 'bin/initdb')),
  );
  return join(POSTGRES_FOLDER, versions.sort((a, b) => Number(b) - Number(a))[0], 'bin');
};

/** Starts PostgreSQL on the data of the house; resolves with the address of its database. */
const startPostgres = async () => {
  const programs = newestPostgres();
  const place = join(folder, 'postgres');
  const data = join(place, 'data');
  mkdirSync(place, { recursive: true });
  if (isRoot) for (const each of [folder, place]) chmodSync(each, 0o777);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const made = spawnSync(
      ...asOrdinary(join(programs, 'initdb'), [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
      ]),
      { cwd: '/', encoding: 'utf8' },
    );
    if (made.status !== 0) return fail(`PostgreSQL could not make its data: ${made.stderr}`);
  }
  const at = await freePort();
  const log = openSync(join(place, 'log'), 'a');
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${place}`, 'max_connections=400'];
  run(
    'PostgreSQL',
    asOrdinary(join(programs, 'postgres'), [
      '-D',
      data,
      '-p',
      String(at),
      ...settings.flatMap((each) => ['-c', each]),
    ]),
    { cwd: '/', stdio: ['ignore', log, log], detached: true, signal: 'SIGINT' },
  );
  await untilListening('PostgreSQL', at);
  const [program, args] = asOrdinary(join(programs, 'createdb'), [
    '-h',
    '127.0.0.1',
    '-p',
    String(at),
    '-U',
    'postgres',
    'house',
  ]);
  // It refuses a database that is there already.
  for (let tries = 0; tries < 50; tries++) {
    const { status, stderr } = spawnSync(program, args, { cwd: '/', encoding: 'utf8' });
    if (status === 0 || stderr.includes('already exists')) break;
    await delay(200);
  }
  return `postgres://postgres@127.0.0.1:${at}/house`;
};

const startNats = async () => {
  const at = await freePort();
  run('NATS', [programOf('nats-server'), ['--addr', '127.0.0.1', '--port', String(at)]], {
    stdio: 'ignore',
    detached: true,
  });
  await untilListening('NATS', at);
  return `nats://127.0.0.1:${at}`;
};

/** A secret of the house, kept in its folder. */
const secret = (name, id) => {
  const file = join(folder, name);
  if (!existsSync(file)) {
    const bytes = randomBytes(32);
    writeFileSync(file, id ? `${id}:${bytes.toString('base64')}\n` : `${bytes.toString('hex')}\n`, {
      mode: 0o600,
    });
  }
  return file;
};

const startServer = (name, at, place, more) => {
  const server = run(
    name,
    [
      process.execPath,
      [
        join(root, 'src/backend/backend.ts'),
        ...['--port', String(at), '--data', join(folder, name.replaceAll(' ', '-'))],
        ...['--database', place.database, '--nats', place.nats, '--processes', String(processes)],
        ...[
          '--api-token-file',
          place.token,
          '--session-keys-file',
          place.session,
          '--data-keys-file',
          place.data,
        ],
        ...more,
      ],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true, mayEnd: true },
  );
  let hasStarted = false;
  return new Promise((ready) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (!line.includes('api token')) console.log(`${name}: ${line.replace(/^trickdesk (backend )?/, '')}`);
      if (!/listening on|stands by on/.test(line)) return;
      hasStarted = true;
      ready();
    });
    server.once('exit', (code) => {
      // Its own sentence stands above.
      if (!isEnding && !hasStarted) fail(`${name} could not start, so the house was not started.`);
      else if (!isEnding) console.log(`${name}: ended (${code ?? 'killed'})`);
      ready();
    });
  });
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));

if (!Number.isInteger(processes) || processes < 2)
  fail('--processes must be 2 or more: one server is `npm run server`.');
else if (!Number.isInteger(port) || port < 1 || port > 65_535 - processes)
  fail('--port must be a port number.');
else if (ensureSystemPackages(['database'], 'a house')) {
  mkdirSync(folder, { recursive: true });
  const place = {
    database: await startPostgres(),
    nats: await startNats(),
    token: secret('api-token'),
    session: secret('session-keys', 's1'),
    data: secret('data-keys', 'd1'),
  };
  for (let index = 0; index < processes && !isEnding; index++)
    await startServer(`server ${index + 1}`, port + index, place, []);
  if (!isEnding) await startServer('spare', port + processes, place, ['--standby']);
  if (!isEnding)
    console.log(
      `A house of ${processes} servers is running; any of them answers everybody. API token: ${readFileSync(place.token, 'utf8').trim()}\n` +
        'Kill one of them (its users are served again by the spare within 15 seconds), or end all with Ctrl-C.',
    );
} else process.exitCode = 1;
