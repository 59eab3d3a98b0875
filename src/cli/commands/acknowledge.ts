import { Command } from 'commander';
import { acknowledgeAlarms } from '#server/operations/system-check/watch-alarms';
import { alarmKinds, alarmOf, isAlarmKind } from '#server/platform/alarms/alarm-kinds';
import { CommandFailed, type Print } from '../failure-lines.ts';
import { withContext } from '../with-context.ts';

type Options = { reason?: string };

async function acknowledge(kinds: string[], { reason }: Options, print: Print): Promise<void> {
  const unknown = kinds.find((kind) => !isAlarmKind(kind));
  if (unknown !== undefined)
    throw new CommandFailed(
      `There is no alarm ${unknown}. The alarms are: ${Object.keys(alarmKinds).join(', ')}.`,
    );
  const ended = await withContext((context) =>
    acknowledgeAlarms(context, kinds.filter(isAlarmKind), reason ?? null),
  );
  for (const { kind, facts } of ended) {
    print(`${alarmOf(kind).title}:`);
    for (const fact of facts) print(fact);
  }
  print(
    ended.length === 0
      ? 'No alarm is on.'
      : `Acknowledged: ${ended.map(({ kind }) => kind).join(', ')}. On PostgreSQL, the other machines follow within a minute.`,
  );
}

const make = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('[alarms...]', 'their names; by default all that are on');

export const acknowledgeCommands = (print: Print): Command[] => [
  make(
    'acknowledge',
    'End alarms about something lost or damaged, after you have seen to it, and list what it was',
  )
    .requiredOption('--reason <text>', 'what was done, for the audit log')
    .action((kinds: string[], options: Options) => acknowledge(kinds, options, print)),
  make('acknowledge-loss', 'The former name of acknowledge')
    .option('--reason <text>', 'what was done, for the audit log')
    .action((kinds: string[], options: Options) => acknowledge(kinds, options, print)),
];
