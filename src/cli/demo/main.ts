import '#server/platform/require-node';
import { closeContext, openContext } from '#server/platform/open-context';
import { isLoopback } from '#server/platform/portal-link';
import { announceSlow } from '#server/platform/start-log';
import { readSettings } from '#server/platform/settings/settings';
import { reachableDemo } from '#server/accounts/refuse-known-password';
import { demoEmail, demoNames, demoPassword, demoStages } from '#contract/demo-accounts';
import { seedDemo } from '#server/demo/seed-demo';
import { failureLines } from '../failure-lines.ts';

/** Run by `npm run demo` before the portal itself starts. */
async function main(): Promise<void> {
  // To `npm start`, which until then says what it waits for.
  process.send?.('loaded');
  const settings = readSettings();
  const isPublic = settings.demo === 'public';
  if (!isPublic && settings.demoPassword === demoPassword && !isLoopback(settings.host))
    throw reachableDemo(settings.host);
  const context = await openContext(settings, console);
  try {
    const isNew = await announceSlow('the demo data', console, () => seedDemo(context));
    console.log(isNew ? 'The demo is ready.' : 'The demo continues with its existing data.');
    console.log(`Accounts, each with the password ${settings.demoPassword}:`);
    for (const name of demoNames) console.log(`  ${demoEmail(name).padEnd(21)} ${demoStages[name]}`);
  } finally {
    await closeContext(context);
  }
}

main().catch((error: unknown) => {
  for (const line of failureLines(error)) console.error(line);
  process.exit(1);
});
