import type { AddressInfo } from 'node:net';
import { issueSetupToken } from './accounts/set-up-administrator.ts';
import { buildApp } from './app.ts';
import { closeContext, openContext } from './platform/open-context.ts';
import { readSettings, SettingsError } from './platform/settings.ts';

/** How long requests in flight may take to finish once the process was told to stop. */
const stopMs = 30_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const context = await openContext(settings, console);
  const server = await buildApp(context, {
    level: settings.logLevel,
    redact: ['req.headers.cookie', 'req.headers.authorization'],
  });
  context.log = server.log;
  await server.listen({ host: settings.host, port: settings.port });
  const { address, family, port } = server.server.address() as AddressInfo;
  const here = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

  const token = await issueSetupToken(context);
  if (token !== null) console.log(`Make the first administrator: ${settings.publicUrl?.origin ?? here}/setup?token=${token}`);
  console.log(`Listening on ${here}`);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    server.log.info({ signal }, 'stopping: finishing what is in flight');
    setTimeout(() => process.exit(1), stopMs).unref();
    void server
      .close()
      .then(() => closeContext(context))
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) console.error(error.message);
  else console.error('The portal could not start:', error);
  process.exit(1);
});
