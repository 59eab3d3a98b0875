import './platform/require-node.ts';
import type { AddressInfo } from 'node:net';
import { issueSetupToken } from './accounts/sign-up/set-up-administrator.ts';
import { anonymiseAgain } from './privacy/anonymisation/anonymise-again.ts';
import { buildApp } from './app.ts';
import { logMismatch } from './operations/system-check/run-checks.ts';
import { loadSample } from './catalogue/sample/sample-files.ts';
import { misspeltSettings } from './platform/settings/misspelt-settings.ts';
import { damageLine, firstLine, listenError } from './platform/start-errors.ts';
import { announceSlow, startLog } from './platform/start-log.ts';
import type { AppContext } from './platform/context.ts';
import { isUnavailable } from './platform/database/database-errors.ts';
import { SchemaOutOfRange } from './platform/database/schema-step.ts';
import { limitConnections, readMaxDescriptors } from './platform/http/limits/connections.ts';
import { probeAddress } from './platform/http/probe-address.ts';
import { endOnSignals } from './platform/http/graceful-stop.ts';
import { HttpError } from './platform/http/http-errors.ts';
import { recordListeningPort } from './platform/portal-link.ts';
import { closeContext, openContext } from './platform/open-context.ts';
import { ImportRefused } from './platform/import-files/source-location.ts';
import { readSettings, SettingsError } from './platform/settings/settings.ts';
import { codeOf } from './platform/error-code.ts';
import { checkAfterCrash, hasOpenLog } from './platform/database/damage-watch.ts';
import { refuseKnownPassword } from './accounts/refuse-known-password.ts';

/** Before the first request; if the file storage cannot be reached, a job tries again. */
async function anonymiseAfterRestore(context: AppContext): Promise<void> {
  try {
    const again = await anonymiseAgain(context);
    if (again > 0)
      console.log(`The database was restored from a backup: ${again} people were anonymised again.`);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    console.warn(`The check for people to anonymise again will be repeated: ${error.message}`);
  }
}

/** Connections that wait to be accepted: one in each turn of the event loop. The system's own limit holds, too. */
const backlog = 4_096;

async function main(): Promise<void> {
  // To `npm start`, which until then says what it waits for.
  process.send?.('loaded');
  for (const { name, meant } of misspeltSettings(process.env)) {
    console.warn(`There is no setting ${name}; did you mean ${meant}?`);
  }
  const settings = readSettings();
  const { host } = settings;
  const log = startLog(settings);
  const step = <T>(what: string, run: () => Promise<T>) => announceSlow(what, log, run);
  await step(`the address of HOST, ${host}`, () => probeAddress(settings));
  const isAfterCrash = await hasOpenLog(settings);
  const context = await openContext(settings, log);
  if (settings.demo !== null) {
    const { openDemo } = await import('./demo/reset-demo.ts');
    await step('the demo', () => openDemo(context));
  }
  if (settings.demo !== 'public') await refuseKnownPassword(context);
  if (await step('the sample catalogue', () => loadSample(context)))
    console.log('The database was empty: the sample catalogue was loaded.');
  await anonymiseAfterRestore(context);
  const token = await step('the database', () => issueSetupToken(context));
  const server = await step('the pages', () => buildApp(context, { logger: { level: settings.logLevel } }));
  context.log = server.log;
  limitConnections(server.server, await readMaxDescriptors(), server.log);
  // The port opens last, when everything is ready.
  await step(`the address of HOST, ${host}`, () =>
    server.listen({ host, port: settings.port, backlog }),
  ).catch((error: unknown) => {
    throw listenError(settings, error);
  });
  const { address, family, port } = server.server.address() as AddressInfo;
  // For links in mail, with PORT=0 too.
  settings.port = port;
  await recordListeningPort(settings);
  const here = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

  // Before its address is printed: who reads it may stop the portal at once.
  endOnSignals(server, context, () => closeContext(context));
  if (token !== null)
    console.log(`Create the first administrator: ${settings.publicUrl?.origin ?? here}/setup?token=${token}`);
  console.log(`Listening on ${here}`);
  // In the background: a bucket may be slow.
  void logMismatch(context);
  if (isAfterCrash) void checkAfterCrash(context);
}

function inOneLine(error: unknown): string | null {
  if (error instanceof SettingsError || error instanceof ImportRefused) return error.message;
  if (error instanceof SchemaOutOfRange) return `The portal could not start: ${error.message}`;
  const message = firstLine(error);
  const damage = damageLine(error);
  if (damage !== null) return `The portal could not start. ${damage}`;
  if (codeOf(error) === 'EADDRINUSE')
    return `The portal could not start: the port is in use (${message}). Set PORT to another one`;
  if (isUnavailable(error)) return `The portal could not start: the database cannot be reached (${message})`;
  return error instanceof Error && 'syscall' in error ? `The portal could not start: ${message}` : null;
}

main().catch((error: unknown) => {
  const line = inOneLine(error);
  if (line !== null) console.error(line);
  else console.error('The portal could not start:', error);
  process.exit(1);
});
