import './platform/require-node.ts';
import type { AddressInfo } from 'node:net';
import { issueSetupToken } from './accounts/set-up-administrator.ts';
import { buildApp } from './app.ts';
import { loadSample } from './load-sample.ts';
import { isUnavailable } from './platform/database/database-errors.ts';
import { SchemaTooNew } from './platform/database/schema-range.ts';
import { closeContext, openContext } from './platform/open-context.ts';
import { ImportRefused } from './platform/import-files/source-location.ts';
import { readSettings, SettingsError } from './platform/settings.ts';

/** How long requests in flight may take to finish once the process was told to stop. */
const stopMs = 30_000;
const secondSignalMs = 1_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const context = await openContext(settings, console);
  if (await loadSample(context)) console.log('The database was empty: the sample catalogue is loaded.');
  const server = await buildApp(context, { logger: { level: settings.logLevel } });
  context.log = server.log;
  await server.listen({ host: settings.host, port: settings.port });
  const { address, family, port } = server.server.address() as AddressInfo;
  // Mail names the port that was taken, also where any would do.
  settings.port = port;
  const here = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

  const token = await issueSetupToken(context);
  if (token !== null)
    console.log(`Make the first administrator: ${settings.publicUrl?.origin ?? here}/setup?token=${token}`);
  console.log(`Listening on ${here}`);

  let stoppedAt: number | null = null;
  const stop = (signal: string): void => {
    if (stoppedAt !== null) {
      // One Ctrl+C arrives twice, from the terminal and from npm's script; a later one means now.
      if (signal === 'SIGINT' && performance.now() - stoppedAt > secondSignalMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    server.log.info({ signal }, 'stopping: finishing what is in flight');
    setTimeout(() => process.exit(1), stopMs).unref();
    void server
      .close()
      .then(() => closeContext(context))
      .then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  // Started by npm's script, the portal ends with it, however that one ended.
  process.once('disconnect', () => stop('disconnect'));
  process.channel?.unref();
}

function inOneLine(error: unknown): string | null {
  if (error instanceof SettingsError || error instanceof ImportRefused) return error.message;
  if (error instanceof SchemaTooNew) return `The portal could not start: ${error.message}`;
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EADDRINUSE')
    return `The portal could not start: the port is taken (${error.message}); set PORT`;
  if (isUnavailable(error))
    return `The portal could not start: the database is out of reach (${error.message})`;
  // A folder that cannot be made or written, a host that is not this machine's: the system says which.
  return 'syscall' in error ? `The portal could not start: ${error.message}` : null;
}

main().catch((error: unknown) => {
  const line = inOneLine(error);
  if (line !== null) console.error(line);
  else console.error('The portal could not start:', error);
  process.exit(1);
});
