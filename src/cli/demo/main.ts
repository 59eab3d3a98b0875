import '#server/platform/require-node';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';
import { demoEmail, demoNames, demoPassword, demoStages } from '#contract/demo-accounts';
import { seedDemo } from './seed-demo.ts';
import { failureLines } from '../failure-lines.ts';

/** Run by `npm run demo` before the portal itself starts. */
async function main(): Promise<void> {
  const context = await openContext(readSettings(), console);
  try {
    const isNew = await seedDemo(context);
    console.log(isNew ? 'The demo is ready.' : 'The demo goes on with what is there.');
    console.log(`Accounts, each with the password ${demoPassword}:`);
    for (const name of demoNames) console.log(`  ${demoEmail(name).padEnd(20)} ${demoStages[name]}`);
  } finally {
    await closeContext(context);
  }
}

main().catch((error: unknown) => {
  for (const line of failureLines(error)) console.error(line);
  process.exit(1);
});
