// The yardstick: a bare Fastify route that sends constant JSON of as many bytes as asked for.
import Fastify from 'fastify';

const bytes = Number(process.argv[2]);
const empty = JSON.stringify({ data: '' }).length;
const answer = { data: 'x'.repeat(bytes - empty) };

const server = Fastify();
server.get('/', () => answer);
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(`Listening on http://127.0.0.1:${server.server.address().port}`);
