import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '#server/app';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { traceMail } from '#server/platform/tracing/traced-calls';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { startOtlpReceiver } from '#support/otlp-receiver';
import { startS3 } from '#support/s3';
import { makeTestApp } from '#support/test-app';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

/** A portal that sends its spans to a collector of the test's own. */
async function makeTracedApp() {
  const { context, databaseLocation, dataDir, cookieOf } = await makeTestApp();
  const receiver = await startOtlpReceiver();
  const s3 = await startS3();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
  vi.stubEnv('OTEL_SERVICE_NAME', 'portal-of-a-test');
  const opened = await openContext(
    {
      ...readSettings(),
      storage: s3.address,
      databaseUrl: engineName === 'postgres' ? databaseLocation : null,
      dataDir: engineName === 'postgres' ? dataDir : path.dirname(databaseLocation),
    },
    { info() {}, warn() {}, error: console.error },
  );
  vi.unstubAllEnvs();
  opened.clock = context.clock;
  const app = await buildApp(opened, { pages: null });
  onTestFinished(async () => {
    await receiver.stop();
    await s3.stop();
  });
  return {
    app,
    context: opened,
    receiver,
    cookieOf,
    /** Ends the portal, which sends what it has gathered. */
    async end() {
      await app.close();
      await closeContext(opened);
    },
  };
}

test('a request is a span below its caller’s, with its statements and bucket calls below it, and nothing personal', async () => {
  const { app, context, receiver, cookieOf, end } = await makeTracedApp();
  const student = await buildStudent(context, { email: 'asha@example.test', name: 'Asha Menon' });
  const cookie = await cookieOf(student);
  const { headers } = await app.inject({
    url: `/api/students/timeline/${student.email}?token=secret-in-address`,
    headers: {
      cookie,
      traceparent: `00-${traceId}-${parentId}-01`,
      'x-secret': 'secret-in-header',
    },
  });
  const missing = await app.inject({ url: '/api/nothing/secret-in-path' });
  expect(missing.statusCode).toBe(404);
  await app.inject({ url: '/api/ready' });
  await app.inject({ url: '/api/auth/session', headers: { authorization: 'Bearer secret-in-header' } });
  const send = traceMail(context.tracing, async () => ({ kind: 'sent' }));
  const mail = { id: 1, event: 'e', subject: 'Secret subject', text: 't', html: 'h', attempts: 1 };
  await send({ ...mail, recipient: student.email, turnOffUrl: null, calendar: null });
  await end();

  const { spans, resources } = receiver;
  const request = spans.find(({ name }) => name === 'GET /api/students/timeline/:s_id');
  expect(request).toMatchObject({
    traceId,
    parentId,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/students/timeline/:s_id',
      'http.response.status_code': 200,
      'capstone.request_id': headers['x-request-id'],
    },
  });
  const statements = spans.filter((span) => span.parentId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const { traceId: id, name, attributes } of statements) {
    expect(id).toBe(traceId);
    expect(name).toBe('select');
    expect(attributes['db.system.name']).toBe(engineName === 'postgres' ? 'postgresql' : 'sqlite');
    expect(attributes['db.query.text']).toMatch(/^select .* (?:\+\?|\$1)/s);
  }
  const unknown = spans.find(({ name }) => name === 'GET /api/*');
  expect(unknown).toMatchObject({ parentId: '' });
  expect(unknown?.traceId).not.toBe(traceId);
  const ready = spans.find(({ name }) => name === 'GET /api/ready');
  const call = spans.find(({ name }) => name === 'S3.HeadBucket');
  expect(call).toMatchObject({ parentId: ready?.spanId, traceId: ready?.traceId });
  expect(spans.find(({ name }) => name === 'send mail')).toMatchObject({
    parentId: '',
    attributes: { 'capstone.outcome': 'sent' },
  });
  for (const resource of resources) expect(resource['service.name']).toBe('portal-of-a-test');
  const secrets = ['asha', 'Asha', 'secret', 'Secret', cookie.split('=')[1] as string];
  for (const secret of secrets) expect(receiver.bytes(), secret).not.toContain(secret);
});

test('without the settings nothing is traced', async () => {
  expect(readSettings({}).tracing).toBeNull();
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(readSettings(named).tracing).toMatchObject({ serviceName: 'capstone' });
  expect(readSettings({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing).not.toBeNull();
  expect(readSettings({ ...named, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull();
  expect(readSettings({ ...named, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
  expect(() => readSettings({ ...named, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('http/protobuf');
  expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318"',
  );
});
