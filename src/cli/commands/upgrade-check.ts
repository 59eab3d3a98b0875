import { Command } from 'commander';
import { checkUpgrade } from '#server/operations/upgrade-check';
import { findMissingDatabase } from '#server/platform/database/missing-database';
import { SchemaOutOfRange } from '#server/platform/database/schema-step';
import { readSettings } from '#server/platform/settings/settings';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';

export const upgradeCheckCommand = (print: Print): Command =>
  new Command('upgrade-check')
    .description('List what an upgrade to this version will change; changes nothing')
    .option('--from <version>', 'the version that runs now; by default the previous release')
    .action(async ({ from }: { from?: string }) => {
      const settings = readSettings();
      const missing = await findMissingDatabase(settings);
      if (missing !== null) throw new CommandFailed(`No portal database found: ${missing.found}.`);
      try {
        for (const line of await checkUpgrade(settings, from)) print(line);
      } catch (error) {
        if (error instanceof SchemaOutOfRange || error instanceof RangeError)
          throw new CommandFailed(`${error.message}.`);
        throw error;
      }
    });
